/**
 * What a participant buys, and at which frame of the timeline. The list is drawn once from class, role and luck; each entry is bought
 * at the first frame whose gold pays for the list up to it. The match body shows what is left at the end.
 */
import { type Random, entry } from '../randomness.ts';
import { itemById, itemsFor, JUNGLE_STARTER, PLAIN_BOOTS, POTION, WARD, type Item } from './items.ts';
import { JUNGLE, UTILITY } from './queues.ts';
import type { Participant } from './story.ts';

interface Purchase {
  readonly atMs: number;
  readonly item: Item;
  /** Gold paid; the components were paid for before. */
  readonly price: number;
  /** Taken back and bought again in the same moment. */
  readonly isUndone: boolean;
}

export interface Shopping {
  readonly purchases: readonly Purchase[];
  readonly spent: number;
  /** The six slots and the trinket, 0 for none. */
  readonly slots: readonly number[];
}

/** Gold by the frames of the timeline. */
export interface FrameGold {
  readonly atMs: number;
  readonly gold: number;
}

/** A part of the gold is always still in the purse. */
const SPENDING_SHARE = 0.95;
const UNDO_SHARE = 0.04;
const SLOTS = 6;
const TRINKETS = [7721, 7722, 7723];

export function goShopping(
  one: Pick<Participant, 'champion' | 'role'>,
  isBridge: boolean,
  frames: readonly FrameGold[],
  random: Random,
): Shopping {
  const wanted = shoppingList(one, isBridge, random);
  const held: number[] = [];
  const purchases: Purchase[] = [];
  let spent = 0;
  let visitMs = 2000 + random.below(20_000);
  for (const [frame, { atMs, gold }] of frames.entries()) {
    // Shortly before the frame; at the start of the game, shortly after it.
    const untilMs = frame === 0 ? 30_000 : atMs;
    if (frame > 0) visitMs = Math.max(visitMs, frames[frame - 1]?.atMs ?? 0, atMs - random.below(1500) - 500);
    for (let id = wanted[purchases.length]; id !== undefined; id = wanted[purchases.length]) {
      const item = itemById(id);
      const price = item.cost - item.from.reduce((sum, part) => sum + itemById(part).cost, 0);
      if (spent + price > gold * SPENDING_SHARE) break;
      spent += price;
      // Each at its own moment: what is destroyed at the moment of a purchase went into the item.
      visitMs = Math.min(untilMs, visitMs + 1 + random.below(15));
      purchases.push({ atMs: visitMs, item, price, isUndone: random.next() < UNDO_SHARE });
      for (const part of item.from) held.splice(held.indexOf(part), 1);
      if (!isConsumed(item)) held.push(id);
    }
  }
  // A seventh item takes the slot of the first, which is the starter.
  const shown = held.slice(-SLOTS);
  const slots = Array.from({ length: SLOTS }, (_, slot) => shown[slot] ?? 0);
  const trinket = isBridge ? 0 : random.below(TRINKETS.length);
  return { purchases, spent, slots: [...slots, TRINKETS[trinket] ?? 0] };
}

export function isConsumed({ kind }: Item): boolean {
  return kind === 'consumable';
}

/** Boots, four legendaries and, except on the bridge, a starter. */
function shoppingList(
  { champion, role }: Pick<Participant, 'champion' | 'role'>,
  isBridge: boolean,
  random: Random,
): number[] {
  const boots = entry(itemsFor('boots', champion.class), 0).id;
  const starter = role === JUNGLE ? JUNGLE_STARTER : entry(itemsFor('starter', champion.class), 0).id;
  const legendaries = itemsFor('legendary', champion.class);
  const first = random.below(legendaries.length);
  const wardChance = isBridge ? 0 : role === UTILITY ? 0.8 : 0.3;
  const list = isBridge ? [PLAIN_BOOTS] : [starter, POTION, PLAIN_BOOTS];
  for (let nth = 0; nth < 4; nth++) {
    const { id, from } = entry(legendaries, (first + nth) % legendaries.length);
    for (const part of from) list.push(part, ...(random.next() < wardChance ? [WARD] : []));
    list.push(id);
    if (nth === 0) list.push(boots);
  }
  return list;
}
