/** The heads of the columns. Those that can be sorted by are buttons; the one that is sorted by says so, also to screen readers. */
import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

import type { ColumnHead } from './columns.ts';
import classes from './rank-table.module.css';
import type { SortColumn, Sorting } from './sorting.ts';

interface TableHeadProps {
  readonly heads: readonly ColumnHead[];
  readonly sorting: Sorting | undefined;
  readonly onSort: ((column: SortColumn) => void) | undefined;
}

export function TableHead({ heads, sorting, onSort }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {heads.map((head) => {
          const isSorted = sorting !== undefined && head.sort === sorting.column;
          return (
            <th
              key={head.id}
              scope="col"
              data-column={head.id}
              title={head.hint}
              aria-sort={isSorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
            >
              <HeadContent head={head} sorting={isSorted ? sorting : undefined} onSort={onSort} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface HeadContentProps {
  readonly head: ColumnHead;
  readonly sorting: Sorting | undefined;
  readonly onSort: ((column: SortColumn) => void) | undefined;
}

function HeadContent({ head: { id, label, sort }, sorting, onSort }: HeadContentProps) {
  if (id === 'actions') return <VisuallyHidden>{label}</VisuallyHidden>;
  if (!onSort || sort === undefined) return label;
  const Arrow = sorting?.order === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={sorting !== undefined}
      onClick={() => onSort(sort)}
    >
      {label}
      {sorting?.isCautious ? ' (bound)' : ''}
      <Arrow size={13} aria-hidden="true" />
    </button>
  );
}
