/**
 * What a participant buys, and at which frame of the timeline. The list is drawn once from class, role and luck; each entry is bought
 * at the first frame whose gold pays for the list up to it. The match body shows what is left at the end.
 */
import { type Random, entry, numberAt } from '../randomness.ts';
import { type ChampionClass, JUNGLE, UTILITY } from './draft.ts';
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

// The invented items. Legendary items are made of two components; what a champion buys follows from its class. Ids start at 7701,
// where the real game has none.

type ItemKind = 'starter' | 'consumable' | 'boots' | 'component' | 'legendary';

export interface Item {
  readonly id: number;
  readonly kind: ItemKind;
  /** Gold in all, components included. */
  readonly cost: number;
  readonly from: readonly number[];
  readonly classes: readonly ChampionClass[];
}

const CLASSES: readonly ChampionClass[] = ['Fighter', 'Tank', 'Assassin', 'Mage', 'Marksman', 'Support'];
const JUNGLE_STARTER = 7707;
const POTION = 7711;
const WARD = 7713;
const PLAIN_BOOTS = 7731;
/** Of components, in gold. */
const COMPONENT_COSTS = [350, 875, 1300, 600, 400, 850, 1250, 900, 800, 450, 250, 1000];
const FIRST_COMPONENT = 7741;
const FIRST_LEGENDARY = 7761;
const LEGENDARIES_OF_A_CLASS = 6;

const plain = (kind: ItemKind, id: number, cost: number, classes: readonly ChampionClass[] = []): Item => {
  return { id, kind, cost, from: [], classes };
};
const components = COMPONENT_COSTS.map((cost, place) => plain('component', FIRST_COMPONENT + place, cost));

/** Six for each class, of neighbouring components, so that each class shares components with the next. */
const legendaries = CLASSES.flatMap((championClass, row) =>
  Array.from({ length: LEGENDARIES_OF_A_CLASS }, (_, nth): Item => {
    const parts = [2 * row, 2 * row + 1 + nth].map((place) => place % COMPONENT_COSTS.length);
    const from = parts.map((place) => FIRST_COMPONENT + place);
    const cost = parts.reduce((sum, place) => sum + (COMPONENT_COSTS[place] ?? 0), 900 + 50 * nth);
    const id = FIRST_LEGENDARY + row * LEGENDARIES_OF_A_CLASS + nth;
    return { id, kind: 'legendary', cost, from, classes: [championClass] };
  }),
);

export const ITEMS: readonly Item[] = [
  ...CLASSES.map((championClass, place) => plain('starter', 7701 + place, 400, [championClass])),
  plain('starter', JUNGLE_STARTER, 450),
  plain('consumable', POTION, 50),
  plain('consumable', WARD, 75),
  plain('boots', PLAIN_BOOTS, 300),
  ...CLASSES.map((championClass, place): Item => {
    const id = PLAIN_BOOTS + 1 + place;
    return { id, kind: 'boots', cost: 900 + 50 * place, from: [PLAIN_BOOTS], classes: [championClass] };
  }),
  ...components,
  ...legendaries,
];

const BY_ID = new Map(ITEMS.map((item) => [item.id, item]));

function itemById(id: number): Item {
  const item = BY_ID.get(id);
  if (item === undefined) throw new Error(`no item has the id ${id}; expected one of ITEMS`);
  return item;
}

function itemsFor(kind: ItemKind, championClass: ChampionClass): Item[] {
  return ITEMS.filter((item) => item.kind === kind && item.classes.includes(championClass));
}

/** The invented runes: five styles of four rows of three, numbered as in the real game; the first row holds the keystones. */
export interface RuneStyle {
  readonly id: number;
  readonly rows: readonly (readonly number[])[];
}

export const RUNE_STYLES: readonly RuneStyle[] = [7100, 7200, 7300, 7400, 7500].map((id) => ({
  id,
  rows: [0, 1, 2, 3].map((row) => [0, 1, 2].map((place) => id + 5 + row * 10 + place * 3)),
}));

/** The small bonuses beside the runes; the real ones are 5001 to 5013. */
export const STAT_RUNES = { defense: 5901, flex: 5904, offense: 5906 };

// The invented summoner spells, by their numbers, which the real game does not use.

/** Blink, jungle, teleport, ignite, heal, barrier, exhaust, snowball. */
export const SUMMONER_SPELLS = [71, 72, 73, 74, 75, 76, 77, 78];
const BLINK = 71;
const BY_ROLE = [[73, 73, 74], [72], [74, 73, 76], [75, 76, 74], [77, 74, 75]];
const ON_BRIDGE = [78, 78, 75, 77, 74];

/** The two spells of a player, in the order in which he keeps them. */
export function spellsFor(role: number, isBridge: boolean, roll: number): readonly [number, number] {
  const choices = isBridge ? ON_BRIDGE : (BY_ROLE[role] ?? ON_BRIDGE);
  const second = numberAt(choices, Math.floor(roll * choices.length));
  return roll * 1000 - Math.floor(roll * 1000) < 0.6 ? [second, BLINK] : [BLINK, second];
}
