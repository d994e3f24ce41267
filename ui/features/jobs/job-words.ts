/** Figures about jobs in words. Pure. */
import { formatCount, formatPercent, formatSpan } from '../../lib/format.ts';
import type { Period } from './jobs-search.ts';

const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  15: '15 minutes',
  60: 'hour',
  1_440: 'day',
  10_080: 'week',
};

export function periodWords(period: Period): string {
  return PERIOD_WORDS[period];
}

/** Three digits are enough, and a rate that is not 0 never reads as 0. */
export function rateWords(perMinute: number): string {
  if (perMinute === 0) return '0';
  if (perMinute < 0.01) return '< 0.01';
  if (perMinute < 10) return String(Number(perMinute.toPrecision(2)));
  return formatCount(Math.round(perMinute));
}

/** Of 0.031: `3.1 %`; null: there was nothing to be a part of. */
export function shareWords(share: number | null): string {
  return share === null ? '–' : formatPercent(share * 100);
}

export function ageWords(seconds: number | null): string {
  return seconds === null ? '–' : formatSpan(seconds * 1_000);
}

/** What a job was told to do, as text that can be read. */
export function payloadText(payload: unknown): string {
  return JSON.stringify(payload, null, 2) ?? 'nothing';
}
