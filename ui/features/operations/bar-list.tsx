/** Named amounts as bars of one measure, with the amounts beside them as text. */
import type { Bar } from './bar.ts';
import classes from './bar-list.module.css';

interface BarListProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** Names are sentences. */
  readonly isWordy?: boolean;
}

export function BarList({ label, bars, isWordy = false }: BarListProps) {
  return (
    <ul className={classes.bars} data-wordy={isWordy} aria-label={label}>
      {bars.map(({ name, share, value, note }) => (
        <li key={name} className={classes.row}>
          <span className={classes.name}>{name}</span>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.bar} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
          </span>
          <span className={classes.words}>
            <span>{value}</span>
            {note === undefined ? null : <span className={classes.note}>{note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
