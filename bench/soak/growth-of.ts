/**
 * What has grown from one end of a soak to the other. The beginning is left out, because everything grows while it warms up, and middles are
 * compared with middles, because one sample says nothing: garbage is collected when it pleases the engine.
 */
import type { Sample } from './sample.ts';

export interface TimedSample {
  readonly atMinutes: number;
  readonly figures: Sample;
}

export interface Grown {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly perHour: number;
}

/** Of the whole time, from the second quarter to the last. */
const [EARLY, LATE] = [0.25, 0.75];
const QUARTER = 0.25;
/** Less is noise. */
const LEAST_SHARE = 0.03;
const LEAST = { bytes: 1e6, rows: 3, count: 3, parts: 4, lines: 3, handles: 5, threads: 2 } as const;
const LEAST_OTHERWISE = 5;

/** Largest first, by share. */
export function findGrowth(samples: readonly TimedSample[]): Grown[] {
  const names = new Set(samples.flatMap(({ figures }) => [...figures.keys()]));
  return [...names]
    .map((name) => growthOf(name, samples))
    .filter(({ name, first, last }) => last - first > Math.max(first * LEAST_SHARE, leastOf(name)))
    .toSorted((left, right) => right.last / (right.first || 1) - left.last / (left.first || 1));
}

export function growthOf(name: string, samples: readonly TimedSample[]): Grown {
  const [first, last] = [middleOf(name, samples, EARLY), middleOf(name, samples, LATE)];
  const hours = ((samples.at(-1)?.atMinutes ?? 0) * (LATE - EARLY)) / 60;
  return { name, first, last, perHour: hours === 0 ? 0 : Math.round((last - first) / hours) };
}

function middleOf(name: string, samples: readonly TimedSample[], from: number): number {
  const end = samples.at(-1)?.atMinutes ?? 0;
  const values = samples
    .filter(({ atMinutes }) => atMinutes >= end * from && atMinutes <= end * (from + QUARTER))
    .map(({ figures }) => figures.get(name) ?? 0)
    .toSorted((left, right) => left - right);
  return values[Math.floor(values.length / 2)] ?? 0;
}

function leastOf(name: string): number {
  const unit = name.split(' ').at(-1) ?? '';
  return LEAST[unit as keyof typeof LEAST] ?? LEAST_OTHERWISE;
}
