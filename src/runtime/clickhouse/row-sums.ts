/** What rows of one table, partition and bucket come to. Two stores that agree on the sums agree on the rows. */
export interface RowSums {
  rows: number;
  /** Fingerprints of all columns but the ranks, xored and summed, in 32 bits each. */
  xor: number;
  sum: number;
  /** Fingerprints of all columns, summed: the ranks may be looked up differently later. */
  ranks: number;
}

export function noSums(): RowSums {
  return { rows: 0, xor: 0, sum: 0, ranks: 0 };
}

export function addSums(to: RowSums, more: Readonly<RowSums>): void {
  to.rows += more.rows;
  to.xor = (to.xor ^ more.xor) >>> 0;
  to.sum = (to.sum + more.sum) >>> 0;
  to.ranks = (to.ranks + more.ranks) >>> 0;
}
