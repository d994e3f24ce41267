/**
 * A fingerprint of a row, computed from its columns by arithmetic that ClickHouse can do as well. Two stores
 * agree on a set of rows if the fingerprints, xored and summed, are equal. So the columns themselves are
 * compared, and nothing is stored for it. Each step stands here twice, in JavaScript and in SQL. What a
 * column contributes is defined in `native-block.ts`.
 *
 * 32 bits: a change of one column always changes the fingerprint; two changes cancel each other out once in 4
 * thousand millions. That detects accidents, not forgery. SQL calculates in 64 bits, whose lower half is the
 * same as in 32; only where bits move down, the upper half has to be cut off first.
 */
const STEP = 0x9e3779b1;
const PLACE = 0x85ebca77;
const END = 0x27d4eb2f;
const LOWER_HALF = 0xffff_ffff;
export const SEED = 0x243f6a88;

export function mixWord(hash: number, word: number): number {
  return Math.imul(hash ^ word, STEP);
}

export function mixWordSql(hash: string, word: string): string {
  return `bitXor(${hash}, ${word}) * ${STEP}`;
}

/**
 * A list as one word: each element times an odd number of its place, so that no element can change and no two
 * can change places unnoticed.
 */
export function listWord(list: ArrayLike<number>, from: number, until: number): number {
  let word = 0;
  let place = 0;
  for (let at = from; at < until; at++) {
    place += PLACE;
    // Plus one, so that zeros at the end count.
    word = (word + Math.imul((list[at] ?? 0) + 1, place | 1)) | 0;
  }
  return word;
}

export function listWordSql(list: string): string {
  const term = `(value + 1) * bitOr(place * ${PLACE}, 1)`;
  return `arraySum(arrayMap((value, place) -> ${term}, ${list}, arrayEnumerate(${list})))`;
}

/** Both halves of a 64-bit number. */
export function halvesSql(wide: string): readonly string[] {
  return [`bitAnd(${wide}, ${LOWER_HALF})`, `bitShiftRight(${wide}, 32)`];
}

/** Each 64-bit element of a list as one word of 32 bits. */
export function foldedSql(list: string): string {
  return `arrayMap(wide -> bitAnd(bitXor(wide, bitShiftRight(wide, 32)), ${LOWER_HALF}), ${list})`;
}

/**
 * Without it, rows that differ in their last column would differ in the highest bits alone. From 0 to 2 ** 32
 * - 1.
 */
export function endHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), END);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

export function endHashSql(hash: string): string {
  const low = `bitAnd(${hash}, ${LOWER_HALF})`;
  const once = `bitAnd(bitXor(${low}, bitShiftRight(${low}, 15)) * ${END}, ${LOWER_HALF})`;
  return `toUInt32(bitXor(${once}, bitShiftRight(${once}, 13)))`;
}

/**
 * Matches are spread over this many buckets by their number, so that a difference can be narrowed down and
 * repaired alone. The number of a bucket fits into one byte.
 */
export const BUCKETS = 256;

/** What the rows of one table, partition and bucket add up to. */
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
