/**
 * What a participant buys. The list is made once from class, role and luck; how far down the list he got follows from the gold
 * that he had. Match and timeline spend by the same rule, so the timeline's last purchase is the match's last item.
 */
import type { Random } from '../randomness.ts';
import { CHAMPION_CLASSES, type ChampionClass } from './champions.ts';
import { entry, numberAt } from './entry.ts';
import { itemById, ITEMS, type Item, type ItemKind } from './items.ts';
import type { Participant } from './participant.ts';
import { BOTTOM, JUNGLE, UTILITY } from './roles.ts';

export interface Purchase {
  readonly item: number;
  /** What is paid, components being there already. */
  readonly price: number;
  /** Components that go into it. */
  readonly uses: readonly number[];
  /** Drunk or placed within a minute or two. */
  readonly isConsumed: boolean;
  readonly isLegendary: boolean;
}

export interface Shopping {
  /** In order, all that was bought. */
  readonly purchases: readonly Purchase[];
  readonly spent: number;
  /** The six slots and the trinket, 0 for none. */
  readonly slots: readonly number[];
  readonly legendaries: readonly number[];
  /** How many purchases were consumed, and how many of those were control wards. */
  readonly consumables: number;
  readonly controlWards: number;
  /** After so many purchases the first thing bought had to go; undefined: it never had to. */
  readonly starterSoldAfter: number | undefined;
}

/** False: he cannot pay for it. */
type Buy = (item: number) => boolean;

/** Nobody spends his last coin. */
const SPENDING_SHARE = 0.96;
const SLOTS = 6;
const POTION = 7711;
const WARD = 7713;
const PLAIN_BOOTS = 7731;
const TRINKETS = [7721, 7722, 7723];
const BRIDGE_TRINKET = 7721;
const JUNGLE_STARTER = 7704;
const SUPPORT_STARTER = 7705;

/** By item id, from the first: looked up some three hundred times a game. */
const FIRST_ITEM = Math.min(...ITEMS.map(({ id }) => id));
const PURCHASES: readonly Purchase[] = purchasesById();

const STARTERS = itemsByClass('starter');
const BOOTS = itemsByClass('boots');
const LEGENDARIES = itemsByClass('legendary');

export function budgetOf(gold: number): number {
  return gold * SPENDING_SHARE;
}

export function goShopping(one: Participant, isBridge: boolean, random: Random): Shopping {
  const budget = budgetOf(one.gold);
  const purchases: Purchase[] = [];
  const held: number[] = [];
  const legendaries: number[] = [];
  let spent = 0;
  let consumables = 0;
  let controlWards = 0;
  let starterSoldAfter: number | undefined;
  const buy: Buy = (item) => {
    const purchase = entry(PURCHASES, item - FIRST_ITEM);
    if (spent + purchase.price > budget) return false;
    spent += purchase.price;
    purchases.push(purchase);
    for (const used of purchase.uses) takeOut(held, used);
    if (purchase.isConsumed) consumables++;
    else held.push(item);
    if (item === WARD) controlWards++;
    if (held.length > SLOTS && starterSoldAfter === undefined && !isBridge) {
      held.shift();
      starterSoldAfter = purchases.length;
    }
    if (purchase.isLegendary) legendaries.push(item);
    return true;
  };
  buyInOrder(one, isBridge, random, buy);
  const slots = held.slice(0, SLOTS);
  while (slots.length < SLOTS) slots.push(0);
  slots.push(trinketFor(one, isBridge, random));
  return { purchases, spent, slots, legendaries, consumables, controlWards, starterSoldAfter };
}

/** As `splice` would, which makes a list of what it takes out. */
function takeOut(held: number[], item: number): void {
  const place = held.indexOf(item);
  for (let at = place + 1; at < held.length; at++) held[at - 1] = held[at] ?? 0;
  held.pop();
}

/** What the role brings along since 2026, and none on the bridge. */
export function roleItemOf(one: Participant): number {
  return one.role === BOTTOM ? bootsFor(one) : 7795 + one.role;
}

/** Whoever cannot pay for the next thing goes no further. */
function buyInOrder(one: Participant, isBridge: boolean, random: Random, buy: Buy): void {
  if (!isBridge && !(buy(starterFor(one)) && buy(POTION))) return;
  if (!buy(PLAIN_BOOTS)) return;
  const legendaries = LEGENDARIES[one.champion.class];
  const from = random.below(legendaries.length);
  const wardChance = isBridge ? 0 : one.role === UTILITY ? 0.8 : 0.3;
  for (let nth = 0; nth < SLOTS - 1; nth++) {
    const item = entry(legendaries, (from + nth) % legendaries.length);
    for (const component of item.from) {
      if (!buy(component)) return;
      if (random.next() < wardChance && !buy(WARD)) return;
    }
    if (!buy(item.id)) return;
    if (nth === 0 && !buy(bootsFor(one))) return;
    if (nth < 2 && random.next() < 0.4 && !buy(POTION)) return;
  }
}

function bootsFor({ champion }: Participant): number {
  return BOOTS[champion.class][0]?.id ?? PLAIN_BOOTS;
}

function toPurchase({ id, cost, from, kind }: Item): Purchase {
  return {
    item: id,
    price: cost - from.reduce((sum, used) => sum + itemById(used).cost, 0),
    uses: from,
    isConsumed: kind === 'consumable' || kind === 'ward',
    isLegendary: kind === 'legendary',
  };
}

function starterFor(one: Participant): number {
  if (one.role === JUNGLE) return JUNGLE_STARTER;
  if (one.role === UTILITY) return SUPPORT_STARTER;
  return STARTERS[one.champion.class][0]?.id ?? SUPPORT_STARTER;
}

function trinketFor(one: Participant, isBridge: boolean, random: Random): number {
  if (isBridge) return BRIDGE_TRINKET;
  const sweeps = one.role === UTILITY || one.role === JUNGLE ? 0.75 : 0.2;
  return random.next() < sweeps ? 7722 : numberAt(TRINKETS, random.below(2) * 2);
}

function itemsByClass(kind: ItemKind): Readonly<Record<ChampionClass, readonly Item[]>> {
  const byClass = CHAMPION_CLASSES.map((championClass) => [
    championClass,
    ITEMS.filter((item) => item.kind === kind && item.classes.includes(championClass)),
  ]);
  return Object.fromEntries(byClass) as Record<ChampionClass, readonly Item[]>;
}

function purchasesById(): Purchase[] {
  const purchases: Purchase[] = [];
  for (const item of ITEMS) purchases[item.id - FIRST_ITEM] = toPurchase(item);
  return purchases;
}
