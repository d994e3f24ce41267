/** An average with its interval on the measure that all rows share, and a line where the baseline is. The numbers stand beside it as text. */
import classes from './interval-bar.module.css';
import { linearScale, type Extent } from '../lib/scale.ts';

interface IntervalBarProps {
  readonly estimate: { readonly value: number; readonly low: number; readonly high: number };
  readonly baseline: number;
  readonly domain: Extent;
  /** `above` and `below`: surely different, without saying that one of them is better. */
  readonly tone: 'good' | 'bad' | 'above' | 'below' | 'unsure';
}

const WIDTH = 100;
const HEIGHT = 16;
const MIDDLE = HEIGHT / 2;
const EDGE = 3;

export function IntervalBar({ estimate, baseline, domain, tone }: IntervalBarProps) {
  const scale = linearScale(domain, [EDGE, WIDTH - EDGE]);
  const toX = (value: number) => Math.min(WIDTH - 1, Math.max(1, scale(value)));
  const isInside = estimate.value >= domain[0] && estimate.value <= domain[1];
  return (
    <svg
      className={classes.bar}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      data-tone={tone}
      aria-hidden="true"
    >
      <line className={classes.baseline} x1={toX(baseline)} x2={toX(baseline)} y1={0} y2={HEIGHT} />
      <line
        className={classes.range}
        x1={toX(estimate.low)}
        x2={toX(estimate.high)}
        y1={MIDDLE}
        y2={MIDDLE}
      />
      {isInside ? <circle className={classes.value} cx={toX(estimate.value)} cy={MIDDLE} r={3} /> : null}
    </svg>
  );
}
