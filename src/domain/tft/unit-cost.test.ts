import { expect, test } from 'vitest';
import { unitCost } from './unit-cost.ts';

const RARITIES = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100];

test.each([
  ['up to set 6 rarities follow the cost', 6, [0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0]],
  ['since set 7 some are left out', 7, [0, 1, 2, 3, 0, 4, 0, 5, 4, 0, 0, 0]],
  ['who does not say is late', null, [0, 1, 2, 3, 0, 4, 0, 5, 4, 0, 0, 0]],
] as const)('%s', (_, setNumber, costs) => {
  expect(RARITIES.map((rarity) => unitCost(rarity, setNumber))).toEqual(costs);
});
