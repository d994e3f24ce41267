/** Games by day or hour as bars of two lengths: won, and not won. The numbers stand beside them. */
import classes from './report-bars.module.css';
import { wonWords } from './report-words.ts';

interface BarRow {
  readonly label: string;
  readonly games: number;
  readonly wins: number;
  /** Behind the numbers, for instance the interval of the win rate. */
  readonly more?: string | undefined;
  readonly isLowSample?: boolean;
}

interface ReportBarsProps {
  readonly label: string;
  readonly rows: readonly BarRow[];
  /** Many short rows, in two columns where there is room. */
  readonly isLong?: boolean;
}

export function ReportBars({ label, rows, isLong = false }: ReportBarsProps) {
  const most = Math.max(1, ...rows.map(({ games }) => games));
  const share = (count: number) => `${(count / most) * 100}%`;
  return (
    <ul className={classes.bars} data-long={isLong} aria-label={label}>
      {rows.map(({ label: name, games, wins, more, isLowSample = false }) => (
        <li key={name} className={classes.row} data-low={isLowSample && games > 0}>
          <span className={classes.name}>{name}</span>
          <span className={classes.track} aria-hidden="true">
            <span className={classes.won} style={{ width: share(wins) }} />
            <span className={classes.lost} style={{ width: share(games - wins) }} />
          </span>
          <span className={classes.words}>
            {wonWords({ games, wins })}
            {more === undefined || games === 0 ? null : <span className={classes.more}> {more}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
