/**
 * Rows under named columns: a table where there is room, a card per row where there is not.
 * Both say the same; which one is drawn is decided here, so that pages describe their columns only once.
 * The first column names the row: it is the row's header, and the card's heading.
 */
import type { ReactNode } from 'react';

import { useIsNarrow } from '../lib/narrow-hook.ts';
import classes from './data-table.module.css';

interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, so that their digits line up. */
  readonly align?: 'end';
  /** On a card: `aside` stands beside the heading without its name, `wide` has a line to itself. */
  readonly card?: 'aside' | 'wide';
}

/** At least one, because the first names the row. */
export type Columns<Row> = readonly [Column<Row>, ...Column<Row>[]];

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  return useIsNarrow() ? <CardList {...props} /> : <WideTable {...props} />;
}

function WideTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const [naming, ...others] = columns;
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ header, align }) => (
            <th key={header} scope="col" data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            <th scope="row">{naming.cell(row)}</th>
            {others.map(({ header, cell, align, card }) => (
              <td key={header} data-align={align} data-card={card}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CardList<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const [naming, ...others] = columns;
  const asides = others.filter(({ card }) => card === 'aside');
  const facts = others.filter(({ card }) => card !== 'aside');
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card}>
          <div className={classes.cardHead}>
            <div>{naming.cell(row)}</div>
            {asides.map(({ header, cell }) => (
              <div key={header}>{cell(row)}</div>
            ))}
          </div>
          <dl className={classes.facts}>
            {facts.map(({ header, cell, card }) => (
              <Fact key={header} name={header} value={cell(row)} card={card} />
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly card: 'aside' | 'wide' | undefined;
}

/** A card leaves out what a table shows as an empty cell. */
function Fact({ name, value, card }: FactProps) {
  if (value === null) return null;
  return (
    <div className={classes.fact} data-card={card}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
