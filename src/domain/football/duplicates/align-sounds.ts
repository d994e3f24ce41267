/**
 * Where two sounds are the same: the shift at which three seconds in a row differ in a quarter of their bits or less. Different
 * sounds differ in 36 to 50 %, the same one after another codec in 2 to 10 %, under noise in 30 %. So the same sound is a vote for
 * "the same clip" (and survives crops and mirrors), and a different one is no vote at all: it may be another commentary.
 */
import { countBits } from './count-bits.ts';
import { WORDS_PER_SECOND, type SoundPrint } from './sound-print.ts';

export interface SoundAlignment {
  /** Where in the first one the second one begins; negative when that is before its beginning. */
  readonly shiftSeconds: number;
  /** Of the best three seconds. */
  readonly errorRate: number;
}

const WORD_BITS = 32;
const MOST_ERRORS = 0.25;
export const WINDOW_WORDS = Math.ceil(3 * WORDS_PER_SECOND);

/** First every fourth word alone is compared, with a bound that a true match does not miss by chance. */
const SAMPLED = 4;
const MOST_SAMPLED_ERRORS = 0.36;

export function alignSounds(first: SoundPrint, second: SoundPrint): SoundAlignment | null {
  let best: SoundAlignment | null = null;
  const last = first.words.length - WINDOW_WORDS;
  for (let shift = WINDOW_WORDS - second.words.length; shift <= last; shift++) {
    if (leastErrors(first.words, second.words, shift, SAMPLED) > MOST_SAMPLED_ERRORS) continue;
    const errorRate = leastErrors(first.words, second.words, shift, 1);
    if (errorRate > MOST_ERRORS || (best !== null && best.errorRate <= errorRate)) continue;
    best = { shiftSeconds: shift / WORDS_PER_SECOND, errorRate };
  }
  return best;
}

/** The error rate of the best window when word n of the second lies on word n + shift of the first. Silence ends a window. */
function leastErrors(first: Uint32Array, second: Uint32Array, shift: number, step: number): number {
  const from = Math.max(0, shift);
  const to = Math.min(first.length, second.length + shift);
  const window = Math.floor(WINDOW_WORDS / step);
  const errors: number[] = [];
  let sum = 0;
  let least = 1;
  for (let n = from; n < to; n += step) {
    const a = first[n] as number;
    const b = second[n - shift] as number;
    if (a === 0 || b === 0) {
      errors.length = 0;
      sum = 0;
      continue;
    }
    const wrong = countBits(a ^ b);
    errors.push(wrong);
    sum += wrong;
    if (errors.length > window) sum -= errors[errors.length - 1 - window] as number;
    if (errors.length >= window) least = Math.min(least, sum / (window * WORD_BITS));
  }
  return least;
}
