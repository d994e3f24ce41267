/**
 * What players choose in a patch: how popular each composition and each item on each holder is. They sense
 * the truth, but dimly: popularity follows strength with a lot of habit mixed in, so that the popular is not
 * simply the good.
 *
 * Choices are tables of 256 slots; one draw picks a slot. That is quick, and coarse enough that a rare choice
 * has no slot at all.
 */
import { chance, entry, hashText, numberAt } from '../randomness.ts';
import type { Comp } from './comps.ts';
import { MOST_TIERS, type PatchStrengths, STARS } from './truth.ts';

export const SLOTS = 256;

export interface Meta {
  /** SLOTS indexes of comps. */
  readonly comps: Uint8Array;
  /** How good each comp seems: what a player compares two of them by. */
  readonly promise: Float64Array;
  /** SLOTS indexes of completed items for each unit, at `unit * SLOTS`. */
  readonly items: Uint8Array;
  /** Indexes of the items of each kind. */
  readonly components: readonly number[];
  readonly artifacts: readonly number[];
  readonly emblems: readonly number[];
  /** A completed item's radiant form, or -1. */
  readonly radiantOf: Int16Array;
}

export function createMeta(seed: number, strengths: PatchStrengths): Meta {
  const { roster, comps } = strengths;
  const promise = Float64Array.from(comps, (comp) => promiseOf(strengths, comp));
  const middle = promise.reduce((sum, value) => sum + value, 0) / promise.length;
  const popularity = comps.map((comp, index) => {
    const habit = chance(seed, hashText('comp habit'), roster.set, comp.trait) - 0.5;
    return Math.exp(0.8 * (numberAt(promise, index) - middle) + 1.6 * habit);
  });
  const ofKind = (kind: string): number[] =>
    roster.items.flatMap((item, index) => (item.kind === kind ? [index] : []));
  const completed = ofKind('completed');
  const items = new Uint8Array(roster.units.length * SLOTS);
  roster.units.forEach((unit, index) => {
    const weights = completed.map((item) => {
      const habit = chance(seed, hashText(unit.id), item) - 0.5;
      return Math.exp(11 * numberAt(strengths.pair, index * roster.items.length + item) + 1.8 * habit);
    });
    fillSlots(weights).forEach((slot, place) => (items[index * SLOTS + place] = numberAt(completed, slot)));
  });
  const radiantOf = Int16Array.from(roster.items, ({ id }) =>
    roster.items.findIndex((other) => other.id === `${id}Radiant`),
  );
  return {
    comps: Uint8Array.from(fillSlots(popularity)),
    promise,
    items,
    components: ofKind('component'),
    artifacts: ofKind('artifact'),
    emblems: ofKind('emblem'),
    radiantOf,
  };
}

/** The first eight units at two stars, and the middle tier of the trait. */
function promiseOf({ roster, unit, traitTier }: PatchStrengths, { wanted, trait }: Comp): number {
  const costs = wanted.slice(0, 8).map((index) => entry(roster.units, index).cost);
  const dearness = costs.reduce((sum, cost) => sum + cost, 0) * 0.08;
  const units = wanted.slice(0, 8).reduce((sum, index) => sum + numberAt(unit, index * (STARS + 1) + 2), 0);
  return units - dearness + numberAt(traitTier, trait * (MOST_TIERS + 1) + 2);
}

/** SLOTS entries shared out by weight: the boundaries are rounded, so the sum is exact. */
function fillSlots(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const slots: number[] = [];
  let reached = 0;
  weights.forEach((weight, index) => {
    reached += weight;
    while (slots.length < Math.round((reached / total) * SLOTS)) slots.push(index);
  });
  return slots;
}
