/** Month sheets of one year: how many games a day had, and what each month came to. */
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { LolAnalysis } from '#/contract/lol-history.ts';

import { Section } from '../../../components/section.tsx';
import type { FlatSearch } from '../../../lib/flat-search.ts';
import { rateInterval, rateText } from '../../../lib/rate-text.ts';
import { calendarMonths, calendarYears, dayShade, type CalendarDay, type CalendarMonth } from './calendar.ts';
import classes from './calendar-panel.module.css';
import { tintStyle } from './tint-style.ts';

interface CalendarPanelProps {
  readonly analysis: Pick<LolAnalysis, 'months' | 'days'>;
  /** As the address says it. */
  readonly year: string | undefined;
  readonly searchFor: (year: string) => FlatSearch;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** A day with one game must be told from a day without. */
const LEAST_TINT = 8;

export function CalendarPanel({ analysis, year, searchFor }: CalendarPanelProps) {
  const years = calendarYears(analysis.months);
  const shown = years.find((one) => one === year) ?? years[0];
  if (shown === undefined) return null;
  const mostGames = Math.max(0, ...analysis.days.map(({ n }) => n));
  return (
    <Section
      title="Calendar"
      aside={
        <nav aria-label="Year" className={classes.years}>
          {years.map((one) => (
            <Link
              key={one}
              to="."
              search={searchFor(one)}
              resetScroll={false}
              aria-current={one === shown ? 'true' : undefined}
              className={classes.year}
            >
              {one}
            </Link>
          ))}
        </nav>
      }
    >
      <div className={classes.months}>
        {calendarMonths(analysis, shown).map((month) => (
          <Month key={month.cell.key} month={month} mostGames={mostGames} />
        ))}
      </div>
    </Section>
  );
}

function Month({ month, mostGames }: { readonly month: CalendarMonth; readonly mostGames: number }) {
  const { cell, weeks } = month;
  return (
    <table className={classes.month}>
      <caption className={classes.caption}>
        <span className={classes.name}>{cell.label}</span>
        <span className={classes.total} data-low={cell.isLowSample}>
          {cell.n === 0 ? 'no games' : `${cell.n} games`}
          {cell.winRate ? `, ${rateText(cell.winRate.value)} (${rateInterval(cell.winRate)})` : ''}
        </span>
      </caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 1)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          <tr key={week.find((day) => day !== null)?.date ?? index}>
            {week.map((day, weekday) =>
              day === null ? (
                <td key={WEEKDAYS[weekday]} aria-hidden="true" />
              ) : (
                <Day key={WEEKDAYS[weekday]} day={day} mostGames={mostGames} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day, mostGames }: { readonly day: CalendarDay; readonly mostGames: number }) {
  const { date, number, played } = day;
  if (played === undefined) {
    return (
      <td className={classes.day} title={`${date}: no games`}>
        <VisuallyHidden component="span">{number}: no games</VisuallyHidden>
      </td>
    );
  }
  const { n, wins } = played;
  return (
    <td
      className={classes.day}
      style={tintStyle(dayShade(played, mostGames), LEAST_TINT)}
      title={`${date}: ${n} ${n === 1 ? 'game' : 'games'}, ${wins} won`}
    >
      <VisuallyHidden component="span">{number}: </VisuallyHidden>
      {n}
      <VisuallyHidden component="span"> games, {wins} won</VisuallyHidden>
    </td>
  );
}
