/** The rows on a phone: name and deeds on top, then the average with its interval, then the other numbers with their names. */
import type { TftRow } from '#/contract/tft-explore.ts';

import type { ColumnHead, ColumnId } from './columns.ts';
import classes from './rank-cards.module.css';
import { cellContent, type RowContext } from './table-cell.tsx';

interface RankCardsProps {
  readonly label: string;
  readonly rows: readonly TftRow[];
  readonly heads: readonly ColumnHead[];
  readonly context: RowContext;
  readonly tabIndexOf: (row: TftRow) => number;
}

const IN_THE_HEAD: ReadonlySet<ColumnId> = new Set(['rank', 'label', 'actions', 'places']);

export function RankCards({ label, rows, heads, context, tabIndexOf }: RankCardsProps) {
  const facts = heads.filter(({ id }) => !IN_THE_HEAD.has(id));
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => {
        const cell = (column: ColumnId) =>
          cellContent({ column, row, rank: 0, context, tabIndex: tabIndexOf(row) });
        return (
          <li key={row.key} className={classes.card} data-row-key={row.key} data-low={row.isLowSample}>
            <div className={classes.head}>
              {cell('label')}
              {cell('actions')}
            </div>
            <dl className={classes.facts}>
              {facts.map(({ id, label: name }) => (
                <div key={id} className={classes.fact} data-column={id}>
                  <dt>{name}</dt>
                  <dd>{cell(id)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
