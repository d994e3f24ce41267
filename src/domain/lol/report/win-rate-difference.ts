/** How much one win rate lies above another one of other games, with a 95 % interval made of both intervals (Newcombe's). */
import { estimateAround, type Estimate } from '#/domain/statistics/intervals.ts';

/** Null where one of them is unknown. */
export function winRateDifference(one: Estimate | null, other: Estimate | null): Estimate | null {
  if (one === null || other === null) return null;
  const value = one.value - other.value;
  const below = Math.hypot(one.value - one.low, other.high - other.value);
  const above = Math.hypot(one.high - one.value, other.value - other.low);
  return {
    value,
    low: estimateAround(value, below, -1, 1).low,
    high: estimateAround(value, above, -1, 1).high,
  };
}
