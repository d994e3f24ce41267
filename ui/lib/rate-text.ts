/** Shares and their differences as text: one decimal, a minus that is a minus and no hyphen, the interval always at hand. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** `53.1 %` of 0.531; what would round to 0 although it is not is `< 0.1 %`. */
export function rateText(rate: number): string {
  if (!Number.isFinite(rate)) return '–';
  if (rate > 0 && rate < 0.0005) return '< 0.1 %';
  return rate >= 0.9995 ? '100 %' : `${(rate * 100).toFixed(1)} %`;
}

/** Half the width of an interval; of a lopsided one, the longer half. */
export function halfWidth({ value, low, high }: Estimate): number {
  return Math.max(high - value, value - low);
}

/** In points of a percent: beside a rate the sign would only be noise. */
export function plusMinusRate(estimate: Estimate): string {
  return `±${(halfWidth(estimate) * 100).toFixed(1)}`;
}

/** A difference of rates in points of a percent: `+3.1`, `−0.4`, `0.0`. */
export function pointsText(difference: number): string {
  if (!Number.isFinite(difference)) return '–';
  const digits = (Math.abs(difference) * 100).toFixed(1);
  if (Number(digits) === 0) return '0.0';
  return `${difference < 0 ? '−' : '+'}${digits}`;
}

/** Whole percents, for places with little room: `45–59 %`. */
export function rateInterval({ low, high }: Estimate): string {
  return `${Math.round(low * 100)}–${Math.round(high * 100)} %`;
}

/** For screen readers and for the pointer that rests on a number. */
export function rateWords(what: string, estimate: Estimate): string {
  return `${what} ${rateText(estimate.value)}, 95 % between ${rateText(estimate.low)} and ${rateText(estimate.high)}`;
}

export function pointsWords(what: string, { value, low, high }: Estimate): string {
  return `${what} ${pointsText(value)} points, 95 % between ${pointsText(low)} and ${pointsText(high)}`;
}
