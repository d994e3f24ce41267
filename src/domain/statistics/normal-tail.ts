/**
 * How often a normal deviation is at least so far from its middle, to either side: the two-sided p-value of a score. By the continued
 * fraction of the tail where it converges fast, by the series of the middle elsewhere; right to ten digits, also far out, where
 * `1 - (what lies within)` would leave nothing but rounding.
 */
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
