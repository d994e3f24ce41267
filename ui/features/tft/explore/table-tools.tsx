/** In which order the rows stand, and how few games a row may have to be shown. */
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';

import type { Question } from '#/domain/tft/explore/question.ts';

import { Choice } from '../../../components/choice.tsx';
import {
  hasCautiousEnd,
  readSorting,
  SORT_COLUMNS,
  sortBy,
  toSort,
  type SortColumn,
  type Sorting,
} from '../table/sorting.ts';
import classes from './table-tools.module.css';

interface TableToolsProps {
  readonly question: Question;
  readonly onQuestion: (question: Question) => void;
}

const SAMPLES = [0, 10, 30, 100, 300, 1_000, 3_000];

export function TableTools({ question, onQuestion }: TableToolsProps) {
  const sorting = readSorting(question);
  const sort = (next: Sorting) => onQuestion({ ...question, ...toSort(next), page: 0 });
  const samples = SAMPLES.includes(question.minN)
    ? SAMPLES
    : [...SAMPLES, question.minN].toSorted((a, b) => a - b);
  const isUp = sorting.order === 'asc';
  const columns = SORT_COLUMNS.filter(
    ({ column }) => column !== 'change' || question.filter.comparedPatch !== undefined,
  );
  return (
    <div className={classes.tools}>
      <span className={classes.group}>
        <NativeSelect
          size="xs"
          aria-label="Sort by"
          value={sorting.column}
          data={columns.map(({ column, label }) => ({ value: column, label: `Sort: ${label}` }))}
          onChange={(event) => sort(sortBy(sorting, event.currentTarget.value as SortColumn))}
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={isUp ? 'Ascending; turn round' : 'Descending; turn round'}
          title={isUp ? 'Ascending' : 'Descending'}
          onClick={() => sort({ ...sorting, order: isUp ? 'desc' : 'asc' })}
        >
          {isUp ? (
            <IconSortAscending size={16} aria-hidden="true" />
          ) : (
            <IconSortDescending size={16} aria-hidden="true" />
          )}
        </ActionIcon>
      </span>
      {hasCautiousEnd(sorting.column, sorting.order) ? (
        <Choice
          label="What to sort by: the value, or the less flattering end of its interval"
          value={sorting.isCautious ? 'cautious' : 'value'}
          options={[
            { value: 'value', label: 'Value' },
            { value: 'cautious', label: 'Cautious bound' },
          ]}
          onChange={(choice) => sort({ ...sorting, isCautious: choice === 'cautious' })}
        />
      ) : null}
      <NativeSelect
        size="xs"
        aria-label="Smallest sample"
        value={String(question.minN)}
        data={samples.map((n) => ({ value: String(n), label: n === 0 ? 'Any sample' : `n ≥ ${n}` }))}
        onChange={(event) => onQuestion({ ...question, minN: Number(event.currentTarget.value), page: 0 })}
      />
    </div>
  );
}
