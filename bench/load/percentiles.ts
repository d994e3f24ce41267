/** Percentiles of many durations. All are 0 if there are none. */
import { quantile } from '../harness/statistics.ts';

export interface Percentiles {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export function percentilesOf(durationsMs: readonly number[]): Percentiles {
  const at = (share: number): number => Math.round(quantile(durationsMs, share) * 10) / 10;
  return { count: durationsMs.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}
