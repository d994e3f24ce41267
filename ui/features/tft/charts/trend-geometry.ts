/** Where the parts of the trend drawing stand: days from left to right, good placements above bad ones, the interval as a band. */
import type { TftRow } from '#/contract/tft-explore.ts';

import { extentOf, linearScale, roundTicks, widen, type Extent } from '../../../lib/scale.ts';

const DAY_MS = 86_400_000;
const MARGIN = 0.12;
const VALUE_TICKS = 4;
const DAY_TICKS = 6;

export interface TrendPoint {
  readonly row: TftRow;
  readonly day: string;
  readonly x: number;
  readonly y: number;
  readonly yLow: number;
  readonly yHigh: number;
}

export interface PatchStart {
  readonly patch: string;
  readonly startsAt: string | null;
}

export interface TrendGeometry {
  readonly points: readonly TrendPoint[];
  /** For `<polyline points>` and `<polygon points>`. */
  readonly line: string;
  readonly band: string;
  readonly valueTicks: readonly { readonly value: number; readonly y: number }[];
  readonly dayTicks: readonly { readonly day: string; readonly x: number }[];
  readonly patchLines: readonly { readonly patch: string; readonly x: number }[];
  readonly baselineY: number;
}

export interface Frame {
  readonly x: Extent;
  readonly y: Extent;
}

export function trendGeometry(
  rows: readonly TftRow[],
  baseline: number,
  patches: readonly PatchStart[],
  frame: Frame,
): TrendGeometry {
  const days = daysOf(rows);
  const domain = valueDomain(rows, baseline);
  const times = days.map(({ time }) => time);
  const timeDomain = extentOf(times, [0, DAY_MS]);
  const toX = linearScale(timeDomain, frame.x);
  const toY = linearScale(domain, frame.y);
  const points = days.map(({ row, day, time }) => ({
    row,
    day,
    x: toX(time),
    y: toY(row.average.value),
    yLow: toY(clamp(row.average.low, domain)),
    yHigh: toY(clamp(row.average.high, domain)),
  }));
  return {
    points,
    line: points.map(({ x, y }) => at(x, y)).join(' '),
    band: [
      ...points.map(({ x, yLow }) => at(x, yLow)),
      ...points.toReversed().map(({ x, yHigh }) => at(x, yHigh)),
    ].join(' '),
    valueTicks: roundTicks(domain, VALUE_TICKS).map((value) => ({ value, y: toY(value) })),
    dayTicks: spread(points, DAY_TICKS).map(({ day, x }) => ({ day, x })),
    patchLines: patches.flatMap(({ patch, startsAt }) => {
      if (startsAt === null) return [];
      const time = Date.parse(startsAt);
      return time > timeDomain[0] && time <= timeDomain[1] ? [{ patch, x: toX(time) }] : [];
    }),
    baselineY: toY(clamp(baseline, domain)),
  };
}

/** The point whose day is nearest, for a pointer at `x`. */
export function nearestPoint(points: readonly TrendPoint[], x: number): TrendPoint | undefined {
  return points.reduce<TrendPoint | undefined>(
    (best, point) => (best === undefined || Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best),
    undefined,
  );
}

function daysOf(rows: readonly TftRow[]) {
  return rows
    .flatMap((row) => {
      const { subject } = row;
      return subject.kind === 'day' ? [{ row, day: subject.day, time: Date.parse(subject.day) }] : [];
    })
    .toSorted((one, other) => one.time - other.time);
}

/** Days with few games are cut off at the edge, as in the tables. */
function valueDomain(rows: readonly TftRow[], baseline: number): Extent {
  const certain = rows.filter(({ isLowSample }) => !isLowSample);
  const told = certain.length > 0 ? certain : rows;
  const values = told.flatMap(({ average }) => [average.low, average.high]);
  const [from, to] = widen(extentOf([...values, baseline], [1, 8]), MARGIN);
  return [Math.max(1, from), Math.min(8, to)];
}

function spread<Value>(values: readonly Value[], wanted: number): Value[] {
  const every = Math.max(1, Math.ceil(values.length / wanted));
  return values.filter((_, index) => index % every === 0);
}

function clamp(value: number, [from, to]: Extent): number {
  return Math.min(to, Math.max(from, value));
}

function at(x: number, y: number): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
