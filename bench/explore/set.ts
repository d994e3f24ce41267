/**
 * An invented set: what its units cost, which traits they share, which items they like, and the compositions that people play.
 * Made from one seed, so that every run has the same.
 */
export const UNITS = 65;
export const ITEMS = 140;
export const TRAITS = 26;
export const COMPOSITIONS = 28;
/** Units of a composition, those that hold the items first. */
const CORE = 8;
const COMMON_ITEMS = 45;

export interface InventedSet {
  /** By unit, from 1. */
  readonly traitsOf: readonly (readonly number[])[];
  readonly favouritesOf: readonly (readonly number[])[];
  /** By trait, from 1: how many units reach which tier. */
  readonly breakpointsOf: readonly (readonly number[])[];
  readonly compositions: readonly (readonly number[])[];
}

export type Random = () => number;

/** Units are numbered by cost: the last twelve cost five. */
export function isFiveCost(unit: number): boolean {
  return unit > UNITS - 12;
}

export function inventSet(): InventedSet {
  const random = createRandom(42);
  const traitsOf = oneForEach(UNITS, (unit) => inventTraits(unit, random));
  return {
    traitsOf,
    favouritesOf: oneForEach(UNITS, () => Array.from({ length: 6 }, () => commonItem(random))),
    breakpointsOf: oneForEach(TRAITS, (trait) => {
      if (trait % 5 === 0) return [1];
      return trait % 3 === 0 ? [3, 5, 7] : [2, 4, 6];
    }),
    compositions: Array.from({ length: COMPOSITIONS }, (_, at) => inventCore(at, traitsOf, random)),
  };
}

/** Skewed like real ones: the first is on most boards, and the tail is long. */
export function commonItem(random: Random): number {
  return 1 + Math.floor(COMMON_ITEMS * random() ** 1.3);
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function inventTraits(unit: number, random: Random): number[] {
  const traits = new Set([1 + ((unit * 7) % TRAITS)]);
  const count = random() < 0.4 ? 3 : 2;
  while (traits.size < count) traits.add(1 + Math.floor(random() * TRAITS));
  return [...traits];
}

/** Units that share two traits, and a few that do not: this is what makes units and traits go together. */
function inventCore(at: number, traitsOf: InventedSet['traitsOf'], random: Random): number[] {
  const first = 1 + (at % TRAITS);
  const second = 1 + Math.floor(random() * TRAITS);
  const worth = oneForEach(UNITS, (unit) => {
    const traits = traitsOf[unit] ?? [];
    return (traits.includes(first) ? 2 : 0) + (traits.includes(second) ? 1 : 0) + random() * 1.5;
  });
  return Array.from({ length: UNITS }, (_, index) => index + 1)
    .sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0))
    .slice(0, CORE);
}

/** Numbered from 1, so that 0 can mean none. */
function oneForEach<T>(count: number, make: (number: number) => T): T[] {
  const made: T[] = [];
  for (let number = 1; number <= count; number++) made[number] = make(number);
  return made;
}
