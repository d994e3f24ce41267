/**
 * A fingerprint of a row, made of its columns by arithmetic that ClickHouse can do as well (`runtime/clickhouse/row-proof.ts` says the
 * same in SQL): two stores agree on a set of rows when the fingerprints, xored and summed, are equal. So it is the columns
 * themselves that are compared, and nothing has to be stored for it.
 *
 * 32 bits: whatever changes in one column changes it, and two that change together cancel each other out once in four thousand
 * millions. It tells accidents apart and nothing else: whoever wants to forge one can.
 */
export const HASH_SEED = 0x243f6a88;
export const HASH_STEP = 0x9e3779b1;
export const HASH_PLACE = 0x85ebca77;
export const HASH_END = 0x27d4eb2f;

/** One column; of a number beyond 32 bits each half is one. */
export function mixWord(hash: number, word: number): number {
  return Math.imul(hash ^ word, HASH_STEP);
}

/** A list as one word: each element times an odd number of its place, so that none can change and no two change places unseen. */
export function mixList(hash: number, list: readonly number[]): number {
  let word = 0;
  let place = 0;
  for (const value of list) {
    place += HASH_PLACE;
    // One more, so that zeros at the end count.
    word = (word + Math.imul(value + 1, place | 1)) | 0;
  }
  return mixWord(hash, word);
}

/** Without it, rows that differ in their last column would differ in its highest bits alone. From 0 to 2 ** 32 - 1. */
export function endHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), HASH_END);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
