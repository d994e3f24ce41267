/** How often a board ended at each of the eight places, small enough for a table row. */
import { VisuallyHidden } from '@mantine/core';

import classes from './place-bars.module.css';

interface PlaceBarsProps {
  /** From place 1 to 8. */
  readonly counts: readonly number[];
}

const WIDTH = 64;
const HEIGHT = 18;
const GAP = 1.5;

export function PlaceBars({ counts }: PlaceBarsProps) {
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const step = WIDTH / Math.max(1, counts.length);
  const bars = counts.map((count, index) => ({
    place: index + 1,
    x: index * step + GAP / 2,
    size: Math.max(1, (count / most) * HEIGHT),
    percent: total === 0 ? 0 : Math.round((count / total) * 100),
  }));
  return (
    <span className={classes.places}>
      <VisuallyHidden component="span">
        Places 1 to 8: {bars.map(({ percent }) => `${percent} %`).join(', ')}
      </VisuallyHidden>
      <svg
        className={classes.bars}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        aria-hidden="true"
      >
        {bars.map(({ place, x, size }) => (
          <rect
            key={place}
            className={place <= 4 ? classes.top : classes.bottom}
            x={x}
            y={HEIGHT - size}
            width={step - GAP}
            height={size}
            rx={1}
          />
        ))}
      </svg>
    </span>
  );
}
