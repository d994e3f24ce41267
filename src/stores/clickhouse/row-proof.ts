/**
 * The fingerprint of `domain/tft/row-hash.ts` as an expression over a table's columns. Arithmetic is in 64 bits, whose lower half
 * comes out as in 32: only where bits move down the upper half has to be cut off first.
 */
import { HASH_END, HASH_PLACE, HASH_SEED, HASH_STEP } from '#/domain/tft/row-hash.ts';

interface ProvedColumn {
  readonly name: string;
  readonly type: string;
}

export const HASH_START = `toUInt64(${HASH_SEED})`;
const LOWER_HALF = 0xffff_ffff;

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
  if (type.startsWith('Array(')) return mixWord(hash, listWord(name));
  if (type === 'UInt64')
    return mixWord(mixWord(hash, `bitAnd(${name}, ${LOWER_HALF})`), `bitShiftRight(${name}, 32)`);
  return mixWord(hash, type.startsWith('Int') ? `toInt64(${name})` : `toUInt32(${name})`);
}

function mixWord(hash: string, word: string): string {
  return `bitXor(${hash}, ${word}) * ${HASH_STEP}`;
}

function listWord(name: string): string {
  const term = `(value + 1) * bitOr(place * ${HASH_PLACE}, 1)`;
  return `arraySum(arrayMap((value, place) -> ${term}, ${name}, arrayEnumerate(${name})))`;
}
