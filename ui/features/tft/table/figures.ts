/** The numbers of the explorer as text. Placements have two decimals, rates one, and a minus is a minus and no hyphen. */
interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export function placeText(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : '–';
}

/** `53.1 %` of 0.531; what would round to 0 although it is not is `< 0.1 %`. */
export function rateText(rate: number): string {
  if (!Number.isFinite(rate)) return '–';
  if (rate > 0 && rate < 0.0005) return '< 0.1 %';
  return rate >= 0.9995 ? '100 %' : `${(rate * 100).toFixed(1)} %`;
}

export function signedText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value).toFixed(2);
  if (Number(digits) === 0) return '0.00';
  return `${value < 0 ? '−' : '+'}${digits}`;
}

/** Half the width of an interval; of a lopsided one, the longer half. */
export function halfWidth({ value, low, high }: Estimate): number {
  return Math.max(high - value, value - low);
}

export function placeInterval({ low, high }: Estimate): string {
  return `${placeText(low)}–${placeText(high)}`;
}

export function plusMinusPlace(estimate: Estimate): string {
  return `±${placeText(halfWidth(estimate))}`;
}

/** In points of a percent: beside a rate the sign would only be noise. */
export function plusMinusRate(estimate: Estimate): string {
  return `±${(halfWidth(estimate) * 100).toFixed(1)}`;
}

/** For screen readers and for the pointer that rests on a number. */
export function placeWords(what: string, estimate: Estimate): string {
  return `${what} ${placeText(estimate.value)}, 95 % between ${placeText(estimate.low)} and ${placeText(estimate.high)}`;
}

export function signedWords(what: string, estimate: Estimate): string {
  return `${what} ${signedText(estimate.value)}, 95 % between ${signedText(estimate.low)} and ${signedText(estimate.high)}`;
}

export function rateWords(what: string, estimate: Estimate): string {
  return `${what} ${rateText(estimate.value)}, 95 % between ${rateText(estimate.low)} and ${rateText(estimate.high)}`;
}

/** Whether a difference in placement is surely good (less), surely bad, or may be chance. */
export function toneOf({ low, high }: Estimate): 'good' | 'bad' | 'unsure' {
  if (high < 0) return 'good';
  return low > 0 ? 'bad' : 'unsure';
}
