/**
 * What players build towards in a set: one composition per shared trait. It is a wish list: which units, in
 * which order of importance, who gets the items first, and whether gold goes into three stars of cheap units
 * or into levels.
 */
import { entry, mix, numberAt } from '../randomness.ts';
import type { Roster, Unit } from './roster.ts';

export interface Comp {
  /** Index of the trait that it is built around. */
  readonly trait: number;
  /** Indexes of units, the most wanted first. */
  readonly wanted: readonly number[];
  /** The same units, in the order in which they get items. */
  readonly holders: readonly number[];
  /** The cost whose units are rolled to three stars; 0: none, gold goes into levels. */
  readonly rerollCost: number;
}

const WANTED_UNITS = 12;
const MAIN_UNITS = 5;
const REROLL_COSTS = [1, 2, 3, 0, 0, 0] as const;

export function createComps(seed: number, roster: Roster): Comp[] {
  return roster.traits.flatMap((trait, index) =>
    trait.kind === 'unique' ? [] : [createComp(mix(seed, roster.set, index), roster, index)],
  );
}

function createComp(seed: number, roster: Roster, trait: number): Comp {
  const rerollCost = numberAt(REROLL_COSTS, mix(seed, 1) % REROLL_COSTS.length);
  const wanted: number[] = [];
  roster.units.forEach((unit, index) => {
    if (unit.traits.includes(trait)) wanted.push(index);
  });
  // Dear units first: they are what the late game, which a body shows, is about.
  wanted.sort((left, right) => right - left).splice(MAIN_UNITS);
  while (wanted.length < WANTED_UNITS) wanted.push(bestAddition(seed, roster, wanted));
  return { trait, wanted, holders: orderHolders(roster, wanted, rerollCost), rerollCost };
}

/**
 * The unit whose traits go best with those already wanted; a front line and dear units count a little, chance
 * breaks ties.
 */
function bestAddition(seed: number, roster: Roster, wanted: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const index of wanted)
    for (const trait of entry(roster.units, index).traits) counts.set(trait, (counts.get(trait) ?? 0) + 1);
  const tanks = wanted.filter((index) => entry(roster.units, index).role === 'tank').length;
  let best = -1;
  let bestScore = -1;
  roster.units.forEach((unit, index) => {
    if (wanted.includes(index)) return;
    const shared = unit.traits.reduce((sum, trait) => sum + worthOfOneMore(counts.get(trait) ?? 0), 0);
    const frontLine = unit.role === 'tank' && tanks < 3 ? 2 : 0;
    const score = shared + frontLine + unit.cost / 4 + (mix(seed, 2, index) % 1000) / 500;
    if (score > bestScore) [best, bestScore] = [index, score];
  });
  return best;
}

/** A second unit of a trait wakes it, which is what players look for first. */
function worthOfOneMore(count: number): number {
  if (count === 0) return 0;
  return count === 1 ? 4 : 1.5;
}

/** Carry, tank, carry, tank, …, each list with the dearest (or the rolled ones) in front. */
function orderHolders(roster: Roster, wanted: readonly number[], rerollCost: number): number[] {
  const rank = (unit: Unit): number =>
    (unit.cost === rerollCost ? 10 : unit.cost) - (unit.role === 'support' ? 3 : 0);
  const byRank = [...wanted].sort(
    (left, right) => rank(entry(roster.units, right)) - rank(entry(roster.units, left)),
  );
  const isTank = (index: number): boolean => entry(roster.units, index).role === 'tank';
  const tanks = byRank.filter(isTank);
  const carries = byRank.filter((index) => !isTank(index));
  const holders: number[] = [];
  while (carries.length + tanks.length > 0) holders.push(...carries.splice(0, 1), ...tanks.splice(0, 1));
  return holders;
}
