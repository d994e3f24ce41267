/**
 * The signature of a composition: the trait that a board is built around, and the unit that the items went to. Two boards of one
 * plan give the same signature though one had more luck: neither tiers nor stars are part of it.
 *
 * Main trait: of the active ones that with the highest tier, then with most units, then the first by id. Traits that a single unit
 * has say no more than that unit does, and count only when nothing else is active.
 * Carry: the unit with most items that are more than components, then with most stars, then the costliest, then the first by
 * id. A board whose units hold nothing but components has none.
 */
import type { TftTrait } from './game.ts';

export interface CarryCandidate {
  readonly id: string;
  /** Items that are no components. */
  readonly wholeItems: number;
  readonly stars: number;
  readonly cost: number;
}

/** Its id; null when no trait is active. */
export function mainTrait(traits: readonly TftTrait[]): string | null {
  let best: TftTrait | null = null;
  for (const trait of traits) {
    if (trait.tier <= 0) continue;
    if (best === null || isMoreTelling(trait, best)) best = trait;
  }
  return best?.id ?? null;
}

/** Its id; null when nobody holds a whole item. */
export function carry(candidates: readonly CarryCandidate[]): string | null {
  let best: CarryCandidate | null = null;
  for (const candidate of candidates) {
    if (candidate.wholeItems <= 0) continue;
    if (best === null || carriesMore(candidate, best)) best = candidate;
  }
  return best?.id ?? null;
}

function isMoreTelling(one: TftTrait, other: TftTrait): boolean {
  const isShared = one.units > 1;
  if (isShared !== other.units > 1) return isShared;
  if (one.tier !== other.tier) return one.tier > other.tier;
  if (one.units !== other.units) return one.units > other.units;
  return one.id < other.id;
}

function carriesMore(one: CarryCandidate, other: CarryCandidate): boolean {
  if (one.wholeItems !== other.wholeItems) return one.wholeItems > other.wholeItems;
  if (one.stars !== other.stars) return one.stars > other.stars;
  if (one.cost !== other.cost) return one.cost > other.cost;
  return one.id < other.id;
}
