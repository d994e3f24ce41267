/**
 * The hours of the day side by side: the share of games won with its interval, the player's own rate as a line, and below how many games there
 * were. Every number of it also stands in the table under it, so the drawing itself is one picture for screen readers.
 */
import { useElementSize } from '@mantine/hooks';
import { useState, type PointerEvent } from 'react';

import type { LolCell } from '#/contract/lol-cells.ts';

import { formatCount } from '../../../lib/format.ts';
import { rateInterval, rateText } from '../../../lib/rate-text.ts';
import { linearScale, roundTicks } from '../../../lib/scale.ts';
import { rateDomain, toneOf } from './cell-tones.ts';
import classes from './hour-chart.module.css';

const LEFT = 40;
const RIGHT = 8;
const TOP = 8;
const RATES_END = 150;
const BARS_FROM = 168;
const BARS_END = 208;
const HEIGHT = 226;
/** Narrower, and the numbers of two hours would touch. */
const ROOM_FOR_NUMBERS = 19;

export function HourChart({ cells }: { readonly cells: readonly LolCell[] }) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const step = Math.max(1, (width - LEFT - RIGHT) / Math.max(1, cells.length));
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT;
    setPointed(Math.floor(x / step));
  };
  const shown = pointed === undefined ? undefined : cells[pointed];
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.readout}>
        {shown ? <Readout cell={shown} /> : <Legend baseline={cells[0]?.expected ?? 0} />}
      </figcaption>
      <div ref={ref} style={{ height: HEIGHT }}>
        {width > 0 ? (
          <svg
            width={width}
            height={HEIGHT}
            aria-hidden="true"
            onPointerMove={follow}
            onPointerLeave={() => setPointed(undefined)}
          >
            <Columns cells={cells} step={step} width={width} pointed={pointed} />
          </svg>
        ) : null}
      </div>
    </figure>
  );
}

interface ColumnsProps {
  readonly cells: readonly LolCell[];
  readonly step: number;
  readonly width: number;
  readonly pointed: number | undefined;
}

function Columns({ cells, step, width, pointed }: ColumnsProps) {
  const baseline = cells[0]?.expected ?? 0.5;
  const domain = rateDomain(cells, baseline);
  const scale = linearScale(domain, [RATES_END, TOP]);
  const toY = (rate: number) => Math.min(RATES_END, Math.max(TOP, scale(rate)));
  const most = Math.max(1, ...cells.map(({ n }) => n));
  return (
    <>
      <g className={classes.axes}>
        {roundTicks(domain, 4).map((rate) => (
          <g key={rate}>
            <line className={classes.grid} x1={LEFT} x2={width - RIGHT} y1={scale(rate)} y2={scale(rate)} />
            <text x={LEFT - 6} y={scale(rate)} dy="0.32em" textAnchor="end">
              {Math.round(rate * 100)} %
            </text>
          </g>
        ))}
        <text x={LEFT - 6} y={BARS_END} textAnchor="end">
          n
        </text>
      </g>
      <line className={classes.baseline} x1={LEFT} x2={width - RIGHT} y1={toY(baseline)} y2={toY(baseline)} />
      {cells.map((cell, index) => (
        <Column
          key={cell.key}
          cell={cell}
          x={LEFT + index * step}
          step={step}
          toY={toY}
          isWithin={(rate) => rate >= domain[0] && rate <= domain[1]}
          most={most}
          isShown={index === pointed}
          hasLabel={step >= ROOM_FOR_NUMBERS || index % 3 === 0}
        />
      ))}
    </>
  );
}

interface ColumnProps {
  readonly cell: LolCell;
  readonly x: number;
  readonly step: number;
  readonly toY: (rate: number) => number;
  /** Few games may lie beyond the edge; a dot there would say that they do not. */
  readonly isWithin: (rate: number) => boolean;
  readonly most: number;
  readonly isShown: boolean;
  readonly hasLabel: boolean;
}

function Column({ cell, x, step, toY, isWithin, most, isShown, hasLabel }: ColumnProps) {
  const { winRate, n } = cell;
  const middle = x + step / 2;
  const size = n === 0 ? 0 : Math.max(1, (n / most) * (BARS_END - BARS_FROM));
  return (
    <g className={classes.column} data-tone={toneOf(cell.difference)} data-low={cell.isLowSample}>
      <rect className={classes.field} data-shown={isShown} x={x} y={0} width={step} height={BARS_END} />
      {winRate ? (
        <>
          <line
            className={classes.range}
            x1={middle}
            x2={middle}
            y1={toY(winRate.low)}
            y2={toY(winRate.high)}
          />
          {isWithin(winRate.value) ? (
            <circle className={classes.dot} cx={middle} cy={toY(winRate.value)} r={Math.min(4, step / 3)} />
          ) : null}
        </>
      ) : null}
      <rect
        className={classes.bar}
        x={x + step * 0.15}
        y={BARS_END - size}
        width={step * 0.7}
        height={size}
      />
      {step >= ROOM_FOR_NUMBERS && n > 0 ? (
        <text className={classes.n} x={middle} y={BARS_END - size - 3} textAnchor="middle">
          {n}
        </text>
      ) : null}
      {hasLabel ? (
        <text className={classes.hour} x={middle} y={HEIGHT - 4} textAnchor="middle">
          {cell.key.padStart(2, '0')}
        </text>
      ) : null}
    </g>
  );
}

function Readout({ cell }: { readonly cell: LolCell }) {
  return (
    <>
      <strong>{cell.label}</strong> · {formatCount(cell.n)} games
      {cell.winRate ? (
        <>
          {' '}
          · {rateText(cell.winRate.value)} won{' '}
          <span className={classes.quiet}>({rateInterval(cell.winRate)})</span>
        </>
      ) : null}
      {cell.isLowSample ? ', few' : ''}
    </>
  );
}

function Legend({ baseline }: { readonly baseline: number }) {
  return (
    <span className={classes.quiet}>
      Share of games won with its 95 % interval; the line is {rateText(baseline)}, that of all games
    </span>
  );
}
