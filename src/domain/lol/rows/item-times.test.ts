import { expect, test } from 'vitest';
import type { ItemEvent } from './game.ts';
import { firstMadeMs, readPurchases } from './item-times.ts';

const event =
  (type: ItemEvent['type']) =>
  (ms: number, item: number, participant = 1): ItemEvent => ({ type, ms, participant, item });
const bought = event('bought');
const destroyed = event('destroyed');
const undone = event('undone');

/** `ms item` of each. */
function keptOf(events: readonly ItemEvent[], participant = 1): string[] {
  return (readPurchases(events).kept.get(participant) ?? []).map(({ item, ms }) => `${ms} ${item}`);
}

function firstOf(events: readonly ItemEvent[], participant = 1): number | null {
  const { kept, parts } = readPurchases(events);
  return firstMadeMs(kept.get(participant) ?? [], parts);
}

/** Two small ones become a part, the part and another small one become an item. */
const BUILD = [
  bought(10, 1036),
  bought(20, 1028),
  destroyed(30, 1036),
  destroyed(30, 1028),
  bought(30, 3044),
  bought(40, 1037),
  destroyed(50, 3044),
  destroyed(50, 1037),
  bought(50, 3078),
];

test('what became part of something else is not kept, and the whole is', () => {
  expect(keptOf(BUILD)).toEqual(['50 3078']);
  expect(firstOf(BUILD)).toBe(50);
});

test('what is used up in the same moment as two purchases belongs to the one that follows it', () => {
  const events = [
    bought(5, 1036),
    bought(5, 1028),
    destroyed(9, 1036),
    bought(9, 3133),
    destroyed(9, 1028),
    bought(9, 3067),
  ];
  const { kept } = readPurchases(events);
  expect(kept.get(1)).toMatchObject([
    { item: 3133, parts: [1036] },
    { item: 3067, parts: [1028] },
  ]);
});

test('potions, wards and trinkets are not kept, and what is drunk is used up for nothing', () => {
  const events = [
    bought(1, 1055),
    bought(1, 2003),
    bought(2, 3340),
    destroyed(60, 2003),
    bought(70, 2055),
    destroyed(80, 3340),
    bought(80, 3364),
    // Changed into something else without a purchase: when it was bought is still worth knowing.
    bought(90, 3004),
    destroyed(95, 3004),
  ];
  expect(keptOf(events)).toEqual(['1 1055', '90 3004']);
  expect(firstOf(events)).toBeNull();
});

test('a purchase that was taken back never was, and what it had used up is there again', () => {
  const events = [...BUILD, undone(51, 3078)];
  expect(keptOf(events)).toEqual(['30 3044', '40 1037']);
  expect(keptOf([...events, undone(52, 9999)])).toEqual(keptOf(events));
  expect(firstOf(events)).toBe(30);
});

test('of two of a kind the later one is used up, and the later one taken back', () => {
  const two = [bought(1, 1036), bought(2, 1036)];
  expect(keptOf([...two, destroyed(3, 1036), bought(3, 3133)])).toEqual(['1 1036', '3 3133']);
  expect(keptOf([...two, undone(3, 1036)])).toEqual(['1 1036']);
});

test('boots are no first item, and neither is what anybody else made something of', () => {
  const boots = [bought(1, 1001), bought(2, 1042), destroyed(3, 1001), destroyed(3, 1042), bought(3, 3006)];
  expect(firstOf(boots)).toBeNull();
  const part = [bought(4, 1036), destroyed(5, 1036), bought(5, 3123)];
  expect(firstOf(part)).toBe(5);
  const other = [bought(6, 3123, 2), destroyed(7, 3123, 2), bought(7, 3033, 2)];
  expect(firstOf([...part, ...other])).toBeNull();
  expect(firstOf([...part, ...other], 2)).toBe(7);
  expect(firstOf([...part, ...other, undone(8, 3033, 2)])).toBe(5);
});

test('of more than a player can buy or lose, the first ones count, and the rest is not read', () => {
  const purchases = Array.from({ length: 400 }, (_, at) => bought(at, 5_000 + at));
  const losses = Array.from({ length: 400 }, (_, at) => destroyed(1_000, 5_000 + at));
  const kept = keptOf([...purchases, ...losses]);

  expect(kept).toEqual(purchases.slice(0, 300).map(({ ms, item }) => `${ms} ${item}`));
  expect(keptOf([...purchases.slice(0, 5), ...losses, bought(1_000, 9_000)])).toEqual(['1000 9000']);
});
