/** Where the lines of one chart stand: time from left to right, zero at the bottom. Where nobody measured, a line is broken, never joined. */
import { extentOf, linearScale, roundTicks, type Extent } from '../../../lib/scale.ts';

type Values = readonly (number | null)[];

interface Frame {
  readonly x: Extent;
  readonly y: Extent;
}

interface LineGeometry {
  /** One for each line, for `<path d>`. */
  readonly paths: readonly string[];
  readonly valueTicks: readonly { readonly value: number; readonly y: number }[];
  readonly toX: (time: number) => number;
  readonly toY: (value: number) => number;
}

const VALUE_TICKS = 4;
const HEADROOM = 1.06;

/** `tickUnit`: what the labels of values should be round in. */
export function lineGeometry(
  times: readonly number[],
  lines: readonly Values[],
  frame: Frame,
  tickUnit: (highest: number) => number = () => 1,
): LineGeometry {
  const known = lines.flat().filter((value) => value !== null);
  const [, highest] = extentOf([0, ...known], [0, 1]);
  const domain: Extent = [0, highest > 0 ? highest * HEADROOM : 1];
  const unit = tickUnit(highest);
  const toX = linearScale(extentOf(times, [0, 1]), frame.x);
  const toY = linearScale(domain, [frame.y[1], frame.y[0]]);
  return {
    paths: lines.map((values) => pathOf(values, (index) => toX(times[index] ?? 0), toY)),
    valueTicks: roundTicks([0, domain[1] / unit], VALUE_TICKS)
      .map((tick) => tick * unit)
      .map((value) => ({ value, y: toY(value) })),
    toX,
    toY,
  };
}

/** The place in `times` that is nearest. */
export function nearestIndex(times: readonly number[], wanted: number): number {
  return times.reduce(
    (best, time, index) =>
      Math.abs(time - wanted) < Math.abs((times[best] ?? Number.POSITIVE_INFINITY) - wanted) ? index : best,
    0,
  );
}

function pathOf(values: Values, x: (index: number) => number, toY: (value: number) => number): string {
  let isDrawing = false;
  return values
    .flatMap((value, index) => {
      if (value === null) {
        isDrawing = false;
        return [];
      }
      const corner = `${x(index).toFixed(1)},${toY(value).toFixed(1)}`;
      // A value between two gaps is a line without length, which round ends turn into a dot.
      const step = isDrawing ? `L${corner}` : `M${corner}h0`;
      isDrawing = true;
      return [step];
    })
    .join('');
}
