/** A week from Monday to Sunday, by the clocks of a time zone: it has 167 or 169 hours when those are changed. */
import { createLocalClock, dayText, weekdayOf } from '../history/local-clock.ts';
import { startOfDay } from './day-start.ts';

export interface Week {
  readonly timeZone: string;
  /** Its Monday, `2026-11-09`. */
  readonly from: string;
  /** Its Sunday. */
  readonly until: string;
  readonly startsAt: number;
  /** Where the next one begins. */
  readonly endsAt: number;
}

/**
 * Reports are asked for at one moment, and elsewhere the week may still have some hours left then: such a week counts as the last one
 * too, and its report waits for its end. 26 hours lie between the first place where a day begins and the last.
 */
const STILL_OPEN_MS = 26 * 3_600_000;

/** The one that holds this day, counted from 1970-01-01. The zone is one that the runtime knows. */
export function weekOfDay(day: number, timeZone: string): Week {
  const clock = createLocalClock(timeZone, 0);
  const monday = day - weekdayOf(day);
  return {
    timeZone,
    from: dayText(monday),
    until: dayText(monday + 6),
    startsAt: startOfDay(clock, monday),
    endsAt: startOfDay(clock, monday + 7),
  };
}

export function weekOf(at: number, timeZone: string): Week {
  return weekOfDay(createLocalClock(timeZone, 0).at(at).day, timeZone);
}

export function weekBefore({ startsAt, timeZone }: Week): Week {
  return weekOf(startsAt - 1, timeZone);
}

/** The last week that is over. */
export function lastWeek(now: number, timeZone: string): Week {
  return weekBefore(weekOf(now, timeZone));
}

/** The week that a report is due of, when reports are asked for at `slot`. */
export function weekDueAt(slot: number, timeZone: string): Week {
  return weekBefore(weekOf(slot + STILL_OPEN_MS, timeZone));
}
