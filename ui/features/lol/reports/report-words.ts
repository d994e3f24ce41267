/** The figures of a report in words. Every share has its interval beside it. Pure. */
import type { LolReport } from '#/contract/lol-reports.ts';

import { formatCount } from '../../../lib/format.ts';
import { pointsText, rateInterval, rateText, type Estimate } from '../../../lib/rate-text.ts';

/** `+3`, `−2`, `±0`: a minus that is a minus. */
export function signedCount(value: number): string {
  if (value === 0) return '±0';
  return value > 0 ? `+${formatCount(value)}` : `−${formatCount(-value)}`;
}

/** `53.8 % (38–69 %)` */
export function rateWithInterval(rate: Estimate | null): string {
  return rate === null ? '–' : `${rateText(rate.value)} (${rateInterval(rate)})`;
}

/** `+3.1 points (−9.8 to +16.0)` */
export function differenceWithInterval(difference: Estimate | null): string {
  if (difference === null) return '–';
  const { value, low, high } = difference;
  return `${pointsText(value)} points (${pointsText(low)} to ${pointsText(high)})`;
}

/** `7 of 13 won`; `no games` */
export function wonWords({ games, wins }: { readonly games: number; readonly wins: number }): string {
  return games === 0 ? 'no games' : `${formatCount(wins)} of ${formatCount(games)} won`;
}

/** `14:00`: hours of the wall clock in the zone of the report. */
export function hourWords(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** `Mon 9 Nov` of `2026-11-09`. A day of a calendar has no zone. */
export function dayWords(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

/** When something began, by the clock of the report. */
export function momentWords(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(at),
  );
}

/** `42 min`, `3 h 5 min` */
export function playedWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${formatCount(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

export function hoursWords(hours: LolReport['figures']['bestHours']): string {
  if (hours.length === 0) return 'none with two games or more';
  return hours.map(({ hour, games, wins }) => `${hourWords(hour)} (${wonWords({ games, wins })})`).join(', ');
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
