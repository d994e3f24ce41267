/** How the boards of the filter ended, place by place, with the share that pure chance would give as a line. */
import { formatCount } from '../../../lib/format.ts';
import { rateText } from '../../../lib/rate-text.ts';
import classes from './place-histogram.module.css';

interface PlaceHistogramProps {
  readonly counts: readonly number[];
}

export function PlaceHistogram({ counts }: PlaceHistogramProps) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...counts, total / 8);
  return (
    <ol className={classes.histogram} aria-label="Boards by place">
      {counts
        .map((count, index) => ({ count, place: index + 1 }))
        .map(({ count, place }) => (
          <li key={place} className={classes.column}>
            <span className={classes.share}>{rateText(total === 0 ? 0 : count / total)}</span>
            <span className={classes.field} aria-hidden="true">
              <span
                className={classes.bar}
                data-top={place <= 4}
                style={{ height: `${(count / most) * 100}%` }}
              />
              <span className={classes.even} style={{ bottom: `${(total / 8 / most) * 100}%` }} />
            </span>
            <span className={classes.place}>{place}</span>
            <span className={classes.count}>{formatCount(count)}</span>
          </li>
        ))}
    </ol>
  );
}
