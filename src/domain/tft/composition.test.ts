import { expect, test } from 'vitest';
import { carry, mainTrait, type CarryCandidate } from './composition.ts';
import type { TftTrait } from './game.ts';

const trait = (id: string, tier: number, units: number): TftTrait => ({ id, tier, units });
const unit = (id: string, wholeItems: number, stars = 2, cost = 4): CarryCandidate => ({
  id,
  wholeItems,
  stars,
  cost,
});

test.each([
  ['the highest tier', [trait('a', 1, 9), trait('b', 3, 4)], 'b'],
  ['of one tier, most units', [trait('a', 2, 4), trait('b', 2, 6)], 'b'],
  ['of as many units, the first by id', [trait('c', 2, 4), trait('b', 2, 4)], 'b'],
  ['no trait of a single unit, however high', [trait('a', 5, 1), trait('b', 1, 2)], 'b'],
  ['one of a single unit where nothing else is active', [trait('a', 1, 1), trait('b', 0, 4)], 'a'],
  ['the higher of those, too', [trait('a', 1, 1), trait('b', 2, 1)], 'b'],
  ['nothing where nothing is active', [trait('a', 0, 3)], null],
  ['nothing where there is nothing', [], null],
])('the main trait is %s', (_, traits, id) => {
  expect(mainTrait(traits)).toBe(id);
  expect(mainTrait(traits.toReversed())).toBe(id);
});

test.each([
  ['has most whole items', [unit('a', 2, 3, 5), unit('b', 3, 1, 1)], 'b'],
  ['of as many items, has most stars', [unit('a', 3, 2, 5), unit('b', 3, 3, 1)], 'b'],
  ['of as many stars, costs most', [unit('a', 3, 2, 1), unit('b', 3, 2, 5)], 'b'],
  ['of the same cost, comes first by id', [unit('c', 3), unit('b', 3)], 'b'],
  ['is none where no unit has a whole item', [unit('a', 0, 3, 5)], null],
  ['is none on an empty board', [], null],
])('the carry %s', (_, units, id) => {
  expect(carry(units)).toBe(id);
  expect(carry(units.toReversed())).toBe(id);
});
