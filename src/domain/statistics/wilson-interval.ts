/**
 * A share with its 95 % interval by Wilson's score: it stays inside 0..1, is never empty, and holds its 95 % at small n and near the
 * ends, where `p ± 1.96 · √(p(1-p)/n)` says 0..0 of a unit that has not won yet.
 */
import { estimateAround, type Estimate } from './estimate.ts';
import { NORMAL_QUANTILE } from './student-quantile.ts';

/** `n` is at least 1: there is no share of nothing. */
export function wilsonInterval(hits: number, n: number): Estimate {
  const value = hits / n;
  const z2 = NORMAL_QUANTILE ** 2 / n;
  const centre = (value + z2 / 2) / (1 + z2);
  const halfWidth = Math.sqrt(z2 * (value * (1 - value) + z2 / 4)) / (1 + z2);
  const { low, high } = estimateAround(centre, halfWidth, 0, 1);
  // When all are hits the upper bound is 1, but for the last digit.
  return { value, low, high: Math.max(high, value) };
}
