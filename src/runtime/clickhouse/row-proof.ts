/**
 * The fingerprint of `domain/tft/row-hash.ts` as an expression over a table's columns, and sums of
 * fingerprints. Arithmetic is in 64 bits, whose lower half is the same as in 32; only where bits move down
 * the upper half has to be cut off first.
 */
import { HASH_END, HASH_PLACE, HASH_SEED, HASH_STEP } from '#/domain/tft/row-hash.ts';

interface ProvedColumn {
  readonly name: string;
  readonly type: string;
}

export const HASH_START = `toUInt64(${HASH_SEED})`;
const LOWER_HALF = 0xffff_ffff;
/** Stands for what is not there; no column that may be empty holds it. */
export const NULL_WORD = -0x8000_0000;

/** In the order given, on top of what `hash` says. */
export function mixColumns(hash: string, columns: readonly ProvedColumn[]): string {
  return columns.reduce(mixColumn, hash);
}

export function endHash(hash: string): string {
  const low = `bitAnd(${hash}, ${LOWER_HALF})`;
  const once = `bitAnd(bitXor(${low}, bitShiftRight(${low}, 15)) * ${HASH_END}, ${LOWER_HALF})`;
  return `toUInt32(bitXor(${once}, bitShiftRight(${once}, 13)))`;
}

function mixColumn(hash: string, { name, type }: ProvedColumn): string {
  if (type.startsWith('Array(')) return mixWord(hash, listWord(type, name));
  if (type === 'UInt64') return mixHalves(hash, name);
  if (type.startsWith('DateTime64')) return mixHalves(hash, `toUnixTimestamp64Milli(${name})`);
  if (type.endsWith('String') || type.startsWith('LowCardinality')) return mixWord(hash, `CRC32(${name})`);
  if (type.startsWith('Nullable')) return mixWord(hash, `ifNull(toInt64(${name}), ${NULL_WORD})`);
  const isSigned = type.startsWith('Int') || type.startsWith('Enum');
  return mixWord(hash, isSigned ? `toInt64(${name})` : `toUInt32(${name})`);
}

function mixHalves(hash: string, wide: string): string {
  return mixWord(mixWord(hash, `bitAnd(${wide}, ${LOWER_HALF})`), `bitShiftRight(${wide}, 32)`);
}

function mixWord(hash: string, word: string): string {
  return `bitXor(${hash}, ${word}) * ${HASH_STEP}`;
}

/** Of wide elements both halves count. */
function listWord(type: string, name: string): string {
  const term = `(value + 1) * bitOr(place * ${HASH_PLACE}, 1)`;
  const halves = `arrayMap(wide -> bitAnd(bitXor(wide, bitShiftRight(wide, 32)), ${LOWER_HALF}), ${name})`;
  const list = type === 'Array(UInt64)' ? halves : name;
  return `arraySum(arrayMap((value, place) -> ${term}, ${list}, arrayEnumerate(${name})))`;
}

/**
 * What rows of one table, partition and bucket come to. Two stores that agree on the sums agree on the rows.
 */
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
