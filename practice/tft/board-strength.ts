/** How strong a board is by the hidden truth: units by star, items, items on the right holder, tiers of traits. */
import type { BoardUnit } from './board.ts';
import { entry, numberAt } from '../entry.ts';
import { MOST_TIERS, type PatchStrengths, STARS } from './truth.ts';

/** A unit with items fights for the board; one without mostly stands there. */
const BARE_UNIT_SHARE = 0.65;

export function boardStrength(
  { roster, unit: unitStrength, item: itemStrength, pair, traitTier }: PatchStrengths,
  units: readonly BoardUnit[],
  traitCounts: Uint8Array,
): number {
  let strength = 0;
  for (const { unit, star, items } of units) {
    const own = numberAt(unitStrength, unit * (STARS + 1) + star);
    strength += items.length === 0 ? own * BARE_UNIT_SHARE : own;
    for (const item of items)
      strength += numberAt(itemStrength, item) + numberAt(pair, unit * roster.items.length + item);
  }
  for (let trait = 0; trait < traitCounts.length; trait++) {
    const tier = tierReached(entry(roster.traits, trait).thresholds, numberAt(traitCounts, trait));
    strength += numberAt(traitTier, trait * (MOST_TIERS + 1) + tier);
  }
  return strength;
}

export function tierReached(thresholds: readonly number[], count: number): number {
  let tier = 0;
  while (tier < thresholds.length && count >= numberAt(thresholds, tier)) tier++;
  return tier;
}
