/**
 * Hour × weekday as a table: in every cell the share won and below it the number of games, coloured by how far the (shrunk) share is from
 * what is usual. It is a real table, so there is nothing that only eyes can read.
 */
import { VisuallyHidden } from '@mantine/core';

import type { LolCell } from '#/contract/lol-cells.ts';

import { useIsNarrow } from '../../../lib/narrow-hook.ts';
import { rateInterval, rateText } from '../../../lib/rate-text.ts';
import { tintOf } from './cell-tones.ts';
import { heatTable } from './heat-map-table.ts';
import classes from './heat-map.module.css';
import { tintStyle } from './tint-style.ts';

export function HeatMap({ cells }: { readonly cells: readonly LolCell[] }) {
  const isNarrow = useIsNarrow();
  const { columns, rows } = heatTable(cells, isNarrow);
  return (
    <div className={classes.frame}>
      <table className={classes.map} aria-label="Games won by hour and weekday">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden component="span">{isNarrow ? 'Hour' : 'Weekday'}</VisuallyHidden>
            </th>
            {columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {row.cells.map((cell) => (
                <HeatCell key={cell.key} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.legend}>
        <span className={classes.key} data-side="below" aria-hidden="true" /> below usual
        <span className={classes.key} data-side="above" aria-hidden="true" /> above usual · above: % won,
        below: games; colours are pulled towards the usual rate where there are few games
      </p>
    </div>
  );
}

function HeatCell({ cell }: { readonly cell: LolCell }) {
  const { n, winRate, label } = cell;
  if (winRate === null) {
    return (
      <td className={classes.cell} title={`${label}: no games`} data-empty="true">
        <span className={classes.n}>0</span>
      </td>
    );
  }
  const tint = tintOf(cell);
  return (
    <td
      className={classes.cell}
      data-side={tint < 0 ? 'below' : 'above'}
      data-low={cell.isLowSample}
      style={tintStyle(tint)}
      title={`${label}: ${rateText(winRate.value)} of ${n} won, 95 % interval ${rateInterval(winRate)}${cell.isLowSample ? ', few games' : ''}`}
    >
      <span className={classes.rate}>{Math.round(winRate.value * 100)}</span>
      <VisuallyHidden component="span"> % of </VisuallyHidden>
      <span className={classes.n}>{n}</span>
    </td>
  );
}
