/** The numbers of the explorer as text. Placements have two decimals, and a minus is a minus and no hyphen; rates are in `lib/rate-text.ts`. */
import { halfWidth, type Estimate } from '../../../lib/rate-text.ts';

export function placeText(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : '–';
}

export function signedText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value).toFixed(2);
  if (Number(digits) === 0) return '0.00';
  return `${value < 0 ? '−' : '+'}${digits}`;
}

export function placeInterval({ low, high }: Estimate): string {
  return `${placeText(low)}–${placeText(high)}`;
}

export function plusMinusPlace(estimate: Estimate): string {
  return `±${placeText(halfWidth(estimate))}`;
}

/** For screen readers and for the pointer that rests on a number. */
export function placeWords(what: string, estimate: Estimate): string {
  return `${what} ${placeText(estimate.value)}, 95 % between ${placeText(estimate.low)} and ${placeText(estimate.high)}`;
}

export function signedWords(what: string, estimate: Estimate): string {
  return `${what} ${signedText(estimate.value)}, 95 % between ${signedText(estimate.low)} and ${signedText(estimate.high)}`;
}

/** Whether a difference in placement is surely good (less), surely bad, or may be chance. */
export function toneOf({ low, high }: Estimate): 'good' | 'bad' | 'unsure' {
  if (high < 0) return 'good';
  return low > 0 ? 'bad' : 'unsure';
}
