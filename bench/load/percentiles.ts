/** What is told of many durations: how many, the usual one, and the tail. Nothing measured is nothing told: NaN would spoil the JSON. */
export interface Percentiles {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export function percentilesOf(durationsMs: readonly number[]): Percentiles {
  const sorted = durationsMs.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    tenths(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
