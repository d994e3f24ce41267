/** Where the parts of a curve stand: time or games from left to right, large values above small ones, an interval as a band. */
import { extentOf, linearScale, roundTicks, widen, type Extent } from '../../../lib/scale.ts';

export interface CurvePoint {
  /** Along the way: a time in ms, or the number of a game. */
  readonly at: number;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

export interface Frame {
  readonly x: Extent;
  readonly y: Extent;
}

export interface PlacedPoint<Point extends CurvePoint> {
  readonly point: Point;
  readonly x: number;
  readonly y: number;
}

export interface CurveGeometry<Point extends CurvePoint> {
  readonly points: readonly PlacedPoint<Point>[];
  /** For `<polyline points>` and `<polygon points>`; the band is empty where there are no intervals. */
  readonly line: string;
  readonly band: string;
  readonly valueTicks: readonly { readonly value: number; readonly y: number }[];
  readonly domain: Extent;
  readonly toY: (value: number) => number;
}

const VALUE_TICKS = 5;
const MARGIN = 0.08;

/** `also`: values that must be in the picture besides those of the points. */
export function curveGeometry<Point extends CurvePoint>(
  points: readonly Point[],
  frame: Frame,
  { also = [], within }: { readonly also?: readonly number[]; readonly within?: Extent } = {},
): CurveGeometry<Point> {
  const domain = valueDomain(points, also, within);
  const toX = linearScale(
    extentOf(
      points.map(({ at }) => at),
      [0, 1],
    ),
    frame.x,
  );
  const up = linearScale(domain, [frame.y[1], frame.y[0]]);
  const toY = (value: number) => up(Math.min(domain[1], Math.max(domain[0], value)));
  const placed = points.map((point) => ({ point, x: toX(point.at), y: toY(point.value) }));
  return {
    points: placed,
    line: placed.map(({ x, y }) => corner(x, y)).join(' '),
    band: bandOf(placed, toY),
    valueTicks: roundTicks(domain, VALUE_TICKS).map((value) => ({ value, y: toY(value) })),
    domain,
    toY,
  };
}

/** The point whose place is nearest, for a pointer at `x`. */
export function nearestPlaced<Placed extends { readonly x: number }>(
  points: readonly Placed[],
  x: number,
): Placed | undefined {
  return points.reduce<Placed | undefined>(
    (best, point) => (best === undefined || Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best),
    undefined,
  );
}

/** About as many as wanted, the first of them among them. */
export function spread<Value>(values: readonly Value[], wanted: number): Value[] {
  const every = Math.max(1, Math.ceil(values.length / wanted));
  return values.filter((_, index) => index % every === 0);
}

function valueDomain(
  points: readonly CurvePoint[],
  also: readonly number[],
  within: Extent | undefined,
): Extent {
  const values = points.flatMap(({ value, low = value, high = value }) => [low, high]);
  const [from, to] = widen(extentOf([...values, ...also], within ?? [0, 1]), MARGIN);
  return within === undefined ? [from, to] : [Math.max(within[0], from), Math.min(within[1], to)];
}

function bandOf(placed: readonly PlacedPoint<CurvePoint>[], toY: (value: number) => number): string {
  const withInterval = placed.flatMap(({ x, point: { low, high } }) =>
    low === undefined || high === undefined ? [] : [{ x, low, high }],
  );
  return [
    ...withInterval.map(({ x, low }) => corner(x, toY(low))),
    ...withInterval.toReversed().map(({ x, high }) => corner(x, toY(high))),
  ].join(' ');
}

function corner(x: number, y: number): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
