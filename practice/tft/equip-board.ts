/**
 * Hands out items: three each to the holders that the composition names, then what is left, then loose
 * components.
 */
import { type Random, entry, numberAt } from '../randomness.ts';
import type { BoardUnit } from './boards.ts';
import { type Meta, SLOTS } from './meta.ts';
import type { Roster } from './roster.ts';

const ITEMS_OF_A_UNIT = 3;
const RADIANT_SHARE = 0.015;
const ARTIFACT_SHARE = 0.02;
const EMBLEM_SHARE = 0.14;

interface Bench {
  readonly units: readonly BoardUnit[];
  /** An emblem adds to it. */
  readonly traitCounts: Uint8Array;
  readonly holders: readonly number[];
  readonly fortune: number;
  readonly roster: Roster;
  readonly meta: Meta;
}

export function equip(random: Random, bench: Bench): void {
  const { units, holders, fortune, meta } = bench;
  let left = Math.max(4, Math.round(11.2 + 1.7 * fortune + 1.2 * random.normal()));
  for (let place = 0; place < holders.length && left > 0; place++) {
    const holder = find(units, numberAt(holders, place));
    if (holder === undefined) continue;
    // The main holders are filled up; others get the odd one.
    const wish = left >= 4 || random.next() < 0.6 ? ITEMS_OF_A_UNIT : 1;
    for (let count = Math.min(wish, left); count > 0; count--, left--)
      holder.items.push(drawItem(random, holder.unit, meta));
  }
  if (random.next() < EMBLEM_SHARE) addEmblem(random, bench);
  for (let loose = random.below(3); loose > 0; loose--) {
    const unit = entry(units, random.below(units.length));
    if (unit.items.length < ITEMS_OF_A_UNIT)
      unit.items.push(numberAt(meta.components, random.below(meta.components.length)));
  }
}

function drawItem(random: Random, unit: number, meta: Meta): number {
  const draw = random.next();
  if (draw < ARTIFACT_SHARE) return numberAt(meta.artifacts, random.below(meta.artifacts.length));
  const completed = numberAt(meta.items, unit * SLOTS + random.below(SLOTS));
  if (draw > 1 - RADIANT_SHARE) {
    const radiant = numberAt(meta.radiantOf, completed);
    if (radiant >= 0) return radiant;
  }
  return completed;
}

/** An emblem goes to the first unit that has room and not the trait. */
function addEmblem(random: Random, { units, traitCounts, roster, meta }: Bench): void {
  const emblem = numberAt(meta.emblems, random.below(meta.emblems.length));
  const { trait } = entry(roster.items, emblem);
  if (trait === undefined) return;
  for (const { unit, items } of units) {
    if (items.length >= ITEMS_OF_A_UNIT || entry(roster.units, unit).traits.includes(trait)) continue;
    items.push(emblem);
    traitCounts[trait] = numberAt(traitCounts, trait) + 1;
    return;
  }
}

function find(units: readonly BoardUnit[], wanted: number): BoardUnit | undefined {
  for (const one of units) if (one.unit === wanted) return one;
  return undefined;
}
