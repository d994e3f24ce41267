/** Statistics of repeated measurements. A figure in a result is a median, with its spread beside it. */
import type { Figures } from '../benchmark.ts';

/** By nearest rank. No values: 0, because NaN is no JSON. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  return (quantile(values, 0.5) + quantile(values, 0.5 + 0.5 / Math.max(1, values.length))) / 2;
}

/** The median absolute deviation: one disturbed round does not change it much. */
export function spread(values: readonly number[]): number {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle)));
}

/** `{name}` is the median of the samples, `{name}Mad` their median absolute deviation. */
export function summarise(name: string, samples: readonly number[]): Figures {
  return { [name]: round(median(samples)), [`${name}Mad`]: round(spread(samples)) };
}

/** Summarises each field of samples that have the same fields. */
export function summariseEach(samples: readonly Figures[]): Figures {
  const names = Object.keys(samples[0] ?? {});
  const figures = names.map((name) =>
    summarise(
      name,
      samples.map((sample) => sample[name] ?? 0),
    ),
  );
  return Object.assign({}, ...figures) as Figures;
}

/** Four significant digits. */
export function round(value: number): number {
  return Number(value.toPrecision(4));
}

// Percentiles of many durations. All are 0 if there are none.

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
