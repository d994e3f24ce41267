/**
 * The hidden truth: how strong everything is in a patch. Match bodies never say it; statistics have to find
 * it, and tests ask here whether they did.
 *
 * A strength is where the thing started plus what the patches since did to it. Most patches barely touch a
 * thing; one in twelve buffs or nerfs it clearly. Old changes fade (each patch leaves 85 % of them), so
 * nothing runs away over the years and any patch can be worked out alone from its number.
 */
import { chance, hashText, mix, numberAt } from '../randomness.ts';
import type { Patch } from '../world/world.ts';
import { type Comp, createComps } from './comps.ts';
import type { Flavour } from './item-catalogue.ts';
import { type Role, type Roster, createRosters } from './roster.ts';

export const STARS = 3;
export const MOST_TIERS = 4;

/** Strengths as tables of numbers, for the inner loops. */
export interface PatchStrengths {
  readonly roster: Roster;
  readonly comps: readonly Comp[];
  /** At `unit * (STARS + 1) + star`. */
  readonly unit: Float64Array;
  readonly item: Float64Array;
  /** At `trait * (MOST_TIERS + 1) + tier`; tier 0 is 0. */
  readonly traitTier: Float64Array;
  /** What the item adds on this holder beyond its own strength, at `unit * roster.items.length + item`. */
  readonly pair: Float64Array;
}

export interface TftTruth {
  readonly seed: number;
  roster(set: number): Roster;
  strengths(patch: Patch): PatchStrengths;
}

/** One standard deviation among peers of the same kind, in the unit in which the luck of one game is 1. */
const SPREAD = { unit: 0.2, item: 0.1, traitTier: 0.12, pair: 0.09 } as const;
type Kind = keyof typeof SPREAD;

const COST_STRENGTH = [0.3, 0.36, 0.44, 0.58, 0.74] as const;
const STAR_FACTORS = [0, 0.7, 1, 1.8] as const;
/** A tier is worth what it asks for: so much for each unit that it needs. */
const TIER_STRENGTH_PER_UNIT = 0.1;
const ITEM_STRENGTH = {
  component: 0.03,
  completed: 0.14,
  radiant: 0.24,
  artifact: 0.2,
  emblem: 0.1,
} as const;
/** How much better an item is on a holder whom it suits. */
const FIT: Readonly<Record<Role, Readonly<Record<Flavour, number>>>> = {
  tank: { attack: -0.14, magic: -0.12, defence: 0.08, bruiser: 0, flex: -0.14, aid: 0.04 },
  fighter: { attack: 0.06, magic: -0.12, defence: 0, bruiser: 0.08, flex: -0.04, aid: -0.08 },
  marksman: { attack: 0.08, magic: -0.08, defence: -0.14, bruiser: -0.04, flex: 0.05, aid: -0.12 },
  caster: { attack: -0.1, magic: 0.08, defence: -0.12, bruiser: -0.1, flex: 0.06, aid: 0.02 },
  support: { attack: -0.1, magic: 0.03, defence: 0.02, bruiser: -0.06, flex: -0.02, aid: 0.08 },
};

const CLEAR_CHANGE_SHARE = 1 / 12;
const REMEMBERED_PATCHES = 10;
const KEPT_PER_PATCH = 0.85;

export function createTftTruth(seed: number): TftTruth {
  const rosterOf = createRosters(seed);
  const known = new Map<string, PatchStrengths>();
  const strengths = (patch: Patch): PatchStrengths => {
    const key = `${patch.set}:${patch.number}`;
    const found = known.get(key) ?? workOut(seed, patch, rosterOf(patch.set));
    known.set(key, found);
    return found;
  };
  return {
    seed,
    roster: rosterOf,
    strengths,
  };
}

function workOut(seed: number, patch: Patch, roster: Roster): PatchStrengths {
  const { units, items, traits } = roster;
  const unit = new Float64Array(units.length * (STARS + 1));
  const pair = new Float64Array(units.length * items.length);
  units.forEach(({ id, cost, role }, index) => {
    const own = offset(seed, 'unit', id, patch.number);
    for (let star = 1; star <= STARS; star++)
      unit[index * (STARS + 1) + star] =
        numberAt(COST_STRENGTH, cost - 1) * numberAt(STAR_FACTORS, star) + own;
    items.forEach((item, itemIndex) => {
      const fit = item.kind === 'component' ? 0 : FIT[role][item.flavour];
      pair[index * items.length + itemIndex] = fit + offset(seed, 'pair', id + item.id, patch.number);
    });
  });
  const item = Float64Array.from(
    items,
    ({ id, kind }) => ITEM_STRENGTH[kind] + offset(seed, 'item', id, patch.number),
  );
  const traitTier = new Float64Array(traits.length * (MOST_TIERS + 1));
  traits.forEach(({ id, thresholds }, index) => {
    thresholds.forEach((needed, tier) => {
      const own =
        TIER_STRENGTH_PER_UNIT * needed + offset(seed, 'traitTier', `${id}:${tier + 1}`, patch.number);
      traitTier[index * (MOST_TIERS + 1) + tier + 1] = own;
    });
  });
  return { roster, comps: createComps(seed, roster), unit, item, traitTier, pair };
}

/** How far a thing is from its peers: its start, and the changes that patches made. */
function offset(seed: number, kind: Kind, id: string, patchNumber: number): number {
  const key = hashText(kind + id);
  let sum = 0.7 * startOf(seed, key);
  let kept = 1;
  const oldest = Math.max(0, patchNumber - REMEMBERED_PATCHES + 1);
  for (let number = patchNumber; number >= oldest; number--) {
    sum += kept * changeOf(seed, key, number);
    kept *= KEPT_PER_PATCH;
  }
  return SPREAD[kind] * sum;
}

/** In spreads. One hash answers both questions, whether and how much: there are thousands of pairs in a patch. */
function changeOf(seed: number, key: number, patchNumber: number): number {
  const hash = mix(seed, key, patchNumber);
  const draw = (hash & 0xff_ff) / 0x1_00_00;
  const size = (hash >>> 16) / 0x1_00_00;
  if (draw >= CLEAR_CHANGE_SHARE) return 0.2 * (2 * size - 1);
  return (draw < CLEAR_CHANGE_SHARE / 2 ? 1 : -1) * (1.2 + 0.8 * size);
}

/** Like a normal number (mean 0, deviation 1) without the tails: the sum of three even ones. */
function startOf(seed: number, key: number): number {
  return 2 * (chance(seed, key, -1) + chance(seed, key, -2) + chance(seed, key, -3)) - 3;
}
