/** Intervals and the distributions behind them: Wilson's score, Student's t, the normal tail, seeded normal deviates. */

/** An estimate from a sample with its 95 % interval: `low <= value <= high`, all finite. */

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Of what cannot lie outside `least..most`. */
export function estimateAround(value: number, halfWidth: number, least: number, most: number): Estimate {
  return { value, low: Math.max(least, value - halfWidth), high: Math.min(most, value + halfWidth) };
}

// A share with its 95 % interval by Wilson's score: it stays inside 0..1, is never empty, and holds its 95 % at small n and near the
// ends, where `p ± 1.96 · √(p(1-p)/n)` says 0..0 of a unit that has not won yet.

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

/**
 * How many standard errors reach to either side of a 95 % interval when the variance was itself estimated: the 97.5 % quantile of
 * Student's t. `freedom` need not be whole (Welch).
 *
 * It is the expansion in powers of 1/freedom around the normal quantile. From 4 degrees on it is right to 0.1 %, and gets exact as
 * they grow; below it would be too small, which does not happen: every sample has at least its imagined boards (`placements.ts`).
 */
export const NORMAL_QUANTILE = 1.959963984540054;

/** Polynomials in the normal quantile: the factors of 1/freedom, 1/freedom², … */
const TERMS = expansionTerms(NORMAL_QUANTILE);

export function studentQuantile(freedom: number): number {
  return TERMS.reduceRight((sum, term) => term + sum / freedom, 0);
}

function expansionTerms(z: number): readonly number[] {
  const [z3, z5, z7, z9] = [z ** 3, z ** 5, z ** 7, z ** 9];
  return [
    z,
    (z3 + z) / 4,
    (5 * z5 + 16 * z3 + 3 * z) / 96,
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384,
    (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92_160,
  ];
}

// How often a normal deviation is at least so far from its middle, to either side: the two-sided p-value of a score. By the continued
// fraction of the tail where it converges fast, by the series of the middle elsewhere; right to ten digits, also far out, where
// `1 - (what lies within)` would leave nothing but rounding.

const FAR = 2.5;
const MOST_TERMS = 60;

export function twoSidedTail(score: number): number {
  const reach = Math.abs(score);
  return reach < FAR ? 1 - 2 * density(reach) * series(reach) : (2 * density(reach)) / fraction(reach);
}

function density(reach: number): number {
  return Math.exp((-reach * reach) / 2) / Math.sqrt(2 * Math.PI);
}

/** x + x³/3 + x⁵/(3·5) + …: with the density before it, what lies between 0 and x. */
function series(reach: number): number {
  let [term, sum] = [reach, reach];
  for (let odd = 3; odd < 2 * MOST_TERMS; odd += 2) {
    term *= (reach * reach) / odd;
    sum += term;
  }
  return sum;
}

/** x + 1/(x + 2/(x + 3/(x + …))), from its end. */
function fraction(reach: number): number {
  let value = reach;
  for (let step = MOST_TERMS; step >= 1; step--) value = reach + step / value;
  return value;
}

/** Normal deviates that are the same for the same seed, so that the same question has the same answer. Not for secrets. */
export function createNormals(seed: number): () => number {
  let state = seed | 0;
  let spare: number | undefined;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return () => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    // Box and Muller: two at a time. `1 - next()` is never 0, whose logarithm has no end.
    const radius = Math.sqrt(-2 * Math.log(1 - next()));
    const angle = 2 * Math.PI * next();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}
