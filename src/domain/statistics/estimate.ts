/** A number that was worked out from a sample, and the 95 % interval around it: `low <= value <= high`, all of them finite. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Of what cannot lie outside `least..most`. */
export function estimateAround(value: number, halfWidth: number, least: number, most: number): Estimate {
  return { value, low: Math.max(least, value - halfWidth), high: Math.min(most, value + halfWidth) };
}
