/**
 * The rows of an answer: a table where there is room, a card for each row where there is not. Both tell n and interval of every number.
 * Rows with few games are dimmed and marked in words.
 */
import type { TftAnswer, TftRow } from '#/contract/tft-explore.ts';
import { breakdownOf } from '#/domain/tft/explore/breakdowns.ts';
import type { Question } from '#/domain/tft/explore/question.ts';

import { useIsNarrow } from '../../../lib/narrow-hook.ts';
import { intervalDomain } from '../charts/interval-domain.ts';
import type { NameBook } from '../names/name-book.ts';
import { columnsFor } from './columns.ts';
import { RankCards } from './rank-cards.tsx';
import classes from './rank-table.module.css';
import { useRovingRows } from './roving-hook.ts';
import type { RowDeeds } from './row-actions.tsx';
import type { SortColumn, Sorting } from './sorting.ts';
import { TableCell } from './table-cell.tsx';
import { TableHead } from './table-head.tsx';

export interface RankTableProps {
  readonly label: string;
  readonly answer: TftAnswer;
  /** The one that was answered. */
  readonly question: Question;
  readonly rows: readonly TftRow[];
  readonly book: NameBook;
  readonly deeds: RowDeeds;
  /** Of the first row, from 1. */
  readonly firstRank?: number;
  /** Fewer columns, for panels on pages about one thing. */
  readonly isCompact?: boolean;
  readonly sorting?: Sorting;
  readonly onSort?: (column: SortColumn) => void;
}

export function RankTable(props: RankTableProps) {
  const { label, answer, question, rows, book, deeds, firstRank = 1, isCompact = false } = props;
  const isNarrow = useIsNarrow();
  const { box, onKeyDown, onFocus, tabIndexOf } = useRovingRows(rows, deeds);
  const { comparedPatch } = question.filter;
  const heads = columnsFor({
    by: question.by,
    name: breakdownOf(question.by).head,
    comparedPatch,
    isCompact,
  });
  const context = {
    question,
    book,
    deeds,
    baseline: answer.baseline.average.value,
    domain: intervalDomain(rows, answer.baseline),
  };
  return (
    <div ref={box} role="presentation" onKeyDown={onKeyDown} onFocus={onFocus}>
      {isNarrow ? (
        <RankCards label={label} rows={rows} heads={heads} context={context} tabIndexOf={tabIndexOf} />
      ) : (
        <table className={classes.table} aria-label={label} data-by={question.by} data-compact={isCompact}>
          <TableHead heads={heads} sorting={props.sorting} onSort={props.onSort} />
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.key} data-row-key={row.key} data-low={row.isLowSample}>
                {heads.map(({ id }) => (
                  <TableCell
                    key={id}
                    column={id}
                    row={row}
                    rank={firstRank + index}
                    context={context}
                    tabIndex={tabIndexOf(row)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
