/**
 * When somebody bought what he kept. A timeline tells every purchase, also of what is drunk, taken back or becomes part of something
 * else; and it does not tell what an item costs or is made of. That is read from what happens at the same moment: what is
 * destroyed in the very millisecond of a purchase was used up for it (the body tells it before the purchase, or after it).
 *
 * Refused: to know items by their names. Ids change with every season, and a list would be wrong the day after. The few that are
 * named here have been the same for ten years.
 */
import type { ItemEvent } from './game.ts';

export interface BoughtItem {
  readonly item: number;
  readonly ms: number;
  /** The ids that were used up for it; none for what was bought as it is. */
  readonly parts: readonly number[];
}

const BOOTS = 1001;
const TRINKETS: ReadonlySet<number> = new Set([3330, 3340, 3348, 3363, 3364]);
/** Potions, wards, elixirs. */
const FIRST_CONSUMABLE = 2000;
const LAST_CONSUMABLE = 2199;
/**
 * Nobody buys, or loses in one moment, so much in a game. What is beyond is not looked at: everything that happens is compared with
 * everything bought before, and a timeline of a hundred thousand purchases would keep the projector busy for minutes.
 */
const MOST_AT_ONCE = 300;

export interface Purchases {
  /** By participant: what was bought and neither taken back nor used up for something else, in order. */
  readonly kept: ReadonlyMap<number, readonly BoughtItem[]>;
  /** What anybody used up for something else, and so is no item that one plays for. */
  readonly parts: ReadonlySet<number>;
}

export function readPurchases(events: readonly ItemEvent[]): Purchases {
  const bags = new Map<number, Bag>();
  for (const event of events) {
    const bag = bags.get(event.participant) ?? { bought: [], destroyed: [], ms: -1 };
    bags.set(event.participant, bag);
    take(bag, event);
  }
  const kept = new Map<number, readonly BoughtItem[]>();
  const parts = new Set<number>();
  for (const [participant, bag] of bags) {
    endMoment(bag);
    for (const one of bag.bought) if (one.state !== 'undone') for (const part of one.parts) parts.add(part);
    kept.set(
      participant,
      bag.bought.filter(({ state, item }) => state === 'there' && isLasting(item)),
    );
  }
  return { kept, parts };
}

/** The first that is done, in ms: made of others, no part of anything itself, and no boots. Null: there was none. */
export function firstMadeMs(kept: readonly BoughtItem[], parts: ReadonlySet<number>): number | null {
  const made = kept.find((one) => one.parts.length > 0 && !one.parts.includes(BOOTS) && !parts.has(one.item));
  return made === undefined ? null : made.ms;
}

interface Purchase extends BoughtItem {
  readonly parts: number[];
  readonly taken: Purchase[];
  state: 'there' | 'used up' | 'undone';
}

/** What one participant has bought, and what was destroyed in this moment and belongs to nothing yet. */
interface Bag {
  readonly bought: Purchase[];
  destroyed: number[];
  ms: number;
}

function take(bag: Bag, { type, ms, item }: ItemEvent): void {
  if (ms !== bag.ms) endMoment(bag);
  bag.ms = ms;
  if (type === 'undone') undo(bag, item);
  else if ((type === 'destroyed' ? bag.destroyed : bag.bought).length >= MOST_AT_ONCE) return;
  else if (type === 'destroyed') bag.destroyed.push(item);
  else {
    const purchase: Purchase = { item, ms, parts: [], taken: [], state: 'there' };
    useUp(bag, purchase);
    bag.bought.push(purchase);
  }
}

/** What was destroyed after the last purchase of the moment belongs to it; without one, it was simply used. */
function endMoment(bag: Bag): void {
  const last = bag.bought.at(-1);
  if (last?.ms === bag.ms) useUp(bag, last);
  bag.destroyed = [];
}

function useUp(bag: Bag, purchase: Purchase): void {
  for (const item of bag.destroyed) {
    const part = bag.bought.findLast((one) => one.item === item && one.state === 'there' && one !== purchase);
    purchase.parts.push(item);
    if (part === undefined) continue;
    part.state = 'used up';
    purchase.taken.push(part);
  }
  bag.destroyed = [];
}

/** What was used up for it is there again. */
function undo(bag: Bag, item: number): void {
  const purchase = bag.bought.findLast((one) => one.item === item && one.state === 'there');
  if (purchase === undefined) return;
  purchase.state = 'undone';
  for (const part of purchase.taken) part.state = 'there';
}

function isLasting(item: number): boolean {
  return !TRINKETS.has(item) && (item < FIRST_CONSUMABLE || item > LAST_CONSUMABLE);
}
