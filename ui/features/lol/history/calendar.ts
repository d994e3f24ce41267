/** The days of a history as sheets of a calendar, month by month, with Monday first. */
import type { LolCell } from '#/contract/lol-cells.ts';
import type { LolAnalysis } from '#/contract/lol-history.ts';

export type PlayedDay = LolAnalysis['days'][number];

export interface CalendarDay {
  readonly date: string;
  /** Of the month. */
  readonly number: number;
  readonly played: PlayedDay | undefined;
}

export interface CalendarMonth {
  readonly cell: LolCell;
  /** Seven each; null: a day of another month. */
  readonly weeks: readonly (readonly (CalendarDay | null)[])[];
}

const DAY_MS = 86_400_000;
const WEEK = 7;

/** Newest first. */
export function calendarYears(months: readonly LolCell[]): string[] {
  return [...new Set(months.map(({ key }) => key.slice(0, 4)))].toSorted().toReversed();
}

/** Of one year, newest month first. */
export function calendarMonths(
  { months, days }: Pick<LolAnalysis, 'months' | 'days'>,
  year: string,
): CalendarMonth[] {
  const played = new Map(days.map((day) => [day.date, day]));
  return months
    .filter(({ key }) => key.startsWith(`${year}-`))
    .toReversed()
    .map((cell) => ({ cell, weeks: weeksOf(cell.key, played) }));
}

/** 0 to 1: how strongly a day is coloured, by its games among those of the busiest day. */
export function dayShade(day: PlayedDay | undefined, mostGames: number): number {
  return day === undefined || mostGames === 0 ? 0 : day.n / mostGames;
}

function weeksOf(month: string, played: ReadonlyMap<string, PlayedDay>): (CalendarDay | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const before = (first.getUTCDay() + WEEK - 1) % WEEK;
  const places = Array.from({ length: before + length }, (_, place): CalendarDay | null => {
    if (place < before) return null;
    const date = new Date(first.getTime() + (place - before) * DAY_MS).toISOString().slice(0, 10);
    return { date, number: place - before + 1, played: played.get(date) };
  });
  const weeks = Math.ceil(places.length / WEEK);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: WEEK }, (__, day) => places[week * WEEK + day] ?? null),
  );
}
