/**
 * What the clock on the wall showed: an instant as local day, weekday and hour of an IANA zone, summer time included.
 *
 * The zone's distance from UTC is asked of the runtime once for each end of a week and not for each game (an answer takes microseconds, and
 * a thousand games would take longer than the rest of the analysis). A week whose two ends agree has no change in it; where they differ
 * the minute of the change is searched. No zone goes there and back within a week.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** The first day of 1970 was a Thursday; weeks are counted from Monday. */
const FIRST_WEEKDAY = 3;

export interface WallTime {
  /** Days since 1970-01-01, by the day's own beginning. */
  readonly day: number;
  /** Of that day, 0 is Monday. */
  readonly weekday: number;
  /** 0 to 23, as the wall shows it, whenever the day begins. */
  readonly hour: number;
}

export interface LocalClock {
  readonly at: (ms: number) => WallTime;
}

/**
 * The name as the runtime spells it, or undefined: no such zone. Offsets (`+02:00`) are none: they know no summer. A second name of a
 * zone (`Asia/Kolkata`, which some runtimes call Calcutta) stays as it was written.
 */
export function knownZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    // That is how the runtime says that there is no such zone, and nothing else can go wrong with a text.
    return undefined;
  }
}

/** `zone` is one that the runtime knows. */
export function createLocalClock(zone: string, dayStartMinutes: number): LocalClock {
  const offsetAt = createOffsets(zone);
  return {
    at(ms) {
      const local = ms + offsetAt(ms);
      const day = Math.floor((local - dayStartMinutes * MINUTE_MS) / DAY_MS);
      return { day, weekday: weekdayOf(day), hour: Math.floor(modulo(local, DAY_MS) / HOUR_MS) };
    },
  };
}

export function weekdayOf(day: number): number {
  return modulo(day + FIRST_WEEKDAY, 7);
}

/** `2026-11-15`. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Undefined: no day of the calendar, which has no year 0 (and PostgreSQL neither). */
export function parseDay(text: string): number | undefined {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  // Some days that the calendar has not are read as the next one.
  return Number.isNaN(ms) || dayText(ms / DAY_MS) !== text ? undefined : ms / DAY_MS;
}

interface Week {
  readonly before: number;
  readonly after: number;
  /** From here on `after` holds. */
  readonly changesAt: number;
}

function createOffsets(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const ends = new Map<number, number>();
  const weeks = new Map<number, Week>();
  const atEnd = (week: number): number => {
    const offset = ends.get(week) ?? readOffset(format, week * WEEK_MS);
    ends.set(week, offset);
    return offset;
  };
  const openWeek = (number: number): Week => {
    const [before, after] = [atEnd(number), atEnd(number + 1)];
    const week = { before, after, changesAt: before === after ? 0 : findChange(format, number, before) };
    weeks.set(number, week);
    return week;
  };
  return (ms) => {
    const number = Math.floor(ms / WEEK_MS);
    const { before, after, changesAt } = weeks.get(number) ?? openWeek(number);
    return ms < changesAt ? before : after;
  };
}

/** The first minute of the week that has another offset than the one before. */
function findChange(format: Intl.DateTimeFormat, week: number, before: number): number {
  let [same, other] = [(week * WEEK_MS) / MINUTE_MS, ((week + 1) * WEEK_MS) / MINUTE_MS];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (readOffset(format, middle * MINUTE_MS) === before) same = middle;
    else other = middle;
  }
  return other * MINUTE_MS;
}

/** In ms, from `GMT+05:30`, `GMT-03:00` or plain `GMT`; long ago there were seconds too. */
function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const text = String(format.format(ms).split('GMT').at(-1));
  const [hours, minutes = 0, seconds = 0] = text.slice(1).split(':').map(Number);
  const size = Number(hours) * HOUR_MS + minutes * MINUTE_MS + seconds * 1_000;
  return text.startsWith('-') ? -size : size;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
