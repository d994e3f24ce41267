/**
 * How many standard errors reach to either side of a 95 % interval when the variance was itself estimated: the 97.5 % quantile of
 * Student's t. `freedom` need not be whole (Welch).
 *
 * It is the expansion in powers of 1/freedom around the normal quantile. From 4 degrees on it is right to 0.1 %, and gets exact as
 * they grow; below it would be too small. Nobody asks below: every sample has at least its imagined boards (`placement-sample.ts`).
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
