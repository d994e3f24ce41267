/**
 * Chance that can be asked again: every number comes from the seed and the names of what it is for, never from what was drawn
 * before elsewhere. So the same question has the same answer after a restart, in any order, on any machine.
 */

/** A 32-bit hash of a seed and what the number is for. */
export function mix(seed: number, ...keys: readonly number[]): number {
  let hash = seed | 0;
  for (const key of keys) {
    hash = Math.imul(hash ^ (key | 0), 0x9e_37_79_b1);
    // Times and ids are larger than 32 bits; what lies above must count too.
    hash = Math.imul(hash ^ (hash >>> 15) ^ Math.floor(key / 0x1_0000_0000), 0x85_eb_ca_6b);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7f_eb_35_2d);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x84_6c_a6_8b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A name as a number for `mix`. */
export function hashText(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  return hash >>> 0;
}

/** One number in [0, 1) for one question. */
export function chance(seed: number, ...keys: readonly number[]): number {
  return mix(seed, ...keys) / 0x1_0000_0000;
}

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, count). */
  below(count: number): number;
  /** Mean 0, standard deviation 1. */
  normal(): number;
}

/** A sequence for one thing that needs many numbers, such as one match body. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x9e_37_79_b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21_f0_aa_ad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x73_5a_2d_97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000;
  };
  return {
    next,
    below: (count) => Math.floor(next() * count),
    // Box–Muller; `1 - next()` is never 0, whose logarithm has no end.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Elements that must be there: a wrong index is a mistake of our own arithmetic, and throws instead of becoming NaN. */
export function entry<T extends object | string>(list: ArrayLike<T>, index: number): T {
  const found = list[index];
  if (found === undefined) throw missing(list, index);
  return found;
}

export function numberAt(list: ArrayLike<number>, index: number): number {
  const found = list[index];
  if (found === undefined) throw missing(list, index);
  return found;
}

function missing({ length }: ArrayLike<unknown>, index: number): Error {
  return new Error(`no entry ${index} in a list of ${length}; expected 0 to ${length - 1}`);
}
