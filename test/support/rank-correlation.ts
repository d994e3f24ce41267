/** Spearman's: 1 when both put the same things into the same order. Equal values share their rank. */
export function rankCorrelation(left: readonly number[], right: readonly number[]): number {
  const middle = (left.length - 1) / 2;
  const [a, b] = [left, right].map((values) => ranksOf(values).map((rank) => rank - middle));
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal - 1) / 2;
  });
}

function product(left: readonly number[] = [], right: readonly number[] = []): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}
