/**
 * A list of cells as a table: how many games, how many of them won, the interval as a drawing and as numbers, the distance from what is usual.
 * Rows with few games are dimmed and say so; none is left out.
 */
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

import type { LolCell } from '#/contract/lol-cells.ts';

import { IntervalBar } from '../../../components/interval-bar.tsx';
import { formatCount } from '../../../lib/format.ts';
import { pointsText, pointsWords, rateInterval, rateText, rateWords } from '../../../lib/rate-text.ts';
import type { Extent } from '../../../lib/scale.ts';
import classes from './cell-table.module.css';
import { rateDomain, toneOf } from './cell-tones.ts';

interface ExtraColumn<Cell> {
  readonly header: string;
  readonly cell: (cell: Cell) => ReactNode;
}

interface CellTableProps<Cell extends LolCell> {
  readonly label: string;
  /** What the rows are: `Weekday`. */
  readonly naming: string;
  readonly cells: readonly Cell[];
  readonly nameOf?: (cell: Cell) => ReactNode;
  readonly extra?: readonly ExtraColumn<Cell>[];
}

export function CellTable<Cell extends LolCell>(props: CellTableProps<Cell>) {
  const { label, naming, cells, nameOf = ({ label: name }) => name, extra = [] } = props;
  const domain = rateDomain(cells, cells[0]?.expected ?? 0.5);
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{naming}</th>
          <th scope="col" data-column="n">
            Games
          </th>
          <th scope="col" data-column="rate" colSpan={2}>
            Won
          </th>
          <th
            scope="col"
            data-column="difference"
            title="Difference from what is usual, in points of a percent"
          >
            Difference
          </th>
          {extra.map(({ header }) => (
            <th key={header} scope="col" data-column="extra">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={cell.key} data-low={cell.isLowSample}>
            <th scope="row">{nameOf(cell)}</th>
            <CellNumbers cell={cell} domain={domain} />
            {extra.map(({ header, cell: write }) => (
              <td key={header} data-column="extra">
                {write(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CellNumbers({ cell, domain }: { readonly cell: LolCell; readonly domain: Extent }) {
  const { n, winRate, difference, expected, isLowSample } = cell;
  return (
    <>
      <td data-column="n">
        {isLowSample && n > 0 ? (
          <span className={classes.few} title="Few games: nothing can be read into them">
            few
          </span>
        ) : null}
        {formatCount(n)}
      </td>
      <td data-column="bar">
        {winRate ? (
          <IntervalBar estimate={winRate} baseline={expected} domain={domain} tone={toneOf(difference)} />
        ) : null}
      </td>
      <td data-column="rate">
        {winRate ? (
          <span title={rateWords('Won', winRate)}>
            <span className={classes.value}>{rateText(winRate.value)}</span>{' '}
            <span className={classes.interval}>
              <VisuallyHidden component="span">95 % interval </VisuallyHidden>
              {rateInterval(winRate)}
            </span>
          </span>
        ) : (
          '–'
        )}
      </td>
      <td data-column="difference" data-tone={toneOf(difference)}>
        {difference ? (
          <span title={pointsWords(`Against ${rateText(expected)}:`, difference)}>
            {pointsText(difference.value)}
          </span>
        ) : (
          '–'
        )}
      </td>
    </>
  );
}
