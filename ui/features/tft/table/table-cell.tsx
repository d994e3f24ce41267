/** One cell: what stands in a column for a row. The cards of narrow pages are made of the same contents. */
import type { ReactNode } from 'react';

import type { TftRow } from '#/contract/tft-explore.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { PlaceBars } from '../charts/place-bars.tsx';
import type { Extent } from '../../../lib/scale.ts';
import type { NameBook } from '../names/name-book.ts';
import type { ColumnId } from './columns.ts';
import { RowActions, type RowDeeds } from './row-actions.tsx';
import { AverageCell, ChangeCell, ComparedCell, DifferenceCell, RateCell, SampleCell } from './row-cells.tsx';
import { RowLabel } from './row-label.tsx';

export interface RowContext {
  readonly question: Question;
  readonly book: NameBook;
  readonly deeds: RowDeeds;
  readonly baseline: number;
  readonly domain: Extent;
}

interface TableCellProps {
  readonly column: ColumnId;
  readonly row: TftRow;
  readonly rank: number;
  readonly context: RowContext;
  readonly tabIndex: number;
}

export function TableCell(props: TableCellProps) {
  const content = cellContent(props);
  return props.column === 'label' ? (
    <th scope="row" data-column="label">
      {content}
    </th>
  ) : (
    <td data-column={props.column}>{content}</td>
  );
}

export function cellContent(props: TableCellProps): ReactNode {
  return CONTENTS[props.column](props);
}

const CONTENTS: Readonly<Record<ColumnId, (props: TableCellProps) => ReactNode>> = {
  rank: ({ rank }) => rank,
  label: ({ row, context: { question, book }, tabIndex }) => (
    <RowLabel row={row} question={question} book={book} tabIndex={tabIndex} />
  ),
  n: ({ row }) => <SampleCell row={row} />,
  average: ({ row, context: { baseline, domain } }) => (
    <AverageCell row={row} baseline={baseline} domain={domain} />
  ),
  difference: ({ row }) => <DifferenceCell what="Difference to the baseline" estimate={row.difference} />,
  top4: ({ row }) => <RateCell what="Top 4" estimate={row.top4} />,
  win: ({ row }) => <RateCell what="Win" estimate={row.win} />,
  places: ({ row }) => <PlaceBars counts={row.counts} />,
  compared: ({ row }) => <ComparedCell compared={row.compared} />,
  change: ({ row }) => <ChangeCell compared={row.compared} />,
  actions: ({ row, context: { deeds }, tabIndex }) => (
    <RowActions row={row} deeds={deeds} tabIndex={tabIndex} />
  ),
};
