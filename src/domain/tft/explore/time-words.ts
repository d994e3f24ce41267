/** When games ended, in words; whole days as days, and always said to be UTC. */
import { DAY_MS, printHour } from './hour-text.ts';
import type { Filter } from './filter.ts';

export function timeWords({ from, until }: NonNullable<Filter['time']>): string {
  if (until === undefined) return from === undefined ? 'at any time' : `since ${momentWords(from)} UTC`;
  if (from === undefined) return `before ${momentWords(until)} UTC`;
  if (!isMidnight(from) || !isMidnight(until)) {
    return `from ${momentWords(from)} to ${momentWords(until)} UTC`;
  }
  const lastDay = until - DAY_MS;
  return from === lastDay
    ? `on ${momentWords(from)} UTC`
    : `from ${momentWords(from)} to ${momentWords(lastDay)} UTC`;
}

function isMidnight(moment: number): boolean {
  return moment % DAY_MS === 0;
}

function momentWords(moment: number): string {
  const text = printHour(moment);
  return text.includes('T') ? `${text.replace('T', ' ')}:00` : text;
}
