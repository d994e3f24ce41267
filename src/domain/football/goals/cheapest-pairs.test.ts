import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cheapestPairs } from './cheapest-pairs.ts';

const LIMIT = 10;

/** The least that can be reached, by trying everything. */
function leastCost(costs: readonly (readonly number[])[], taken: ReadonlySet<number> = new Set()): number {
  const [first, ...others] = costs;
  if (first === undefined) return 0;
  const alone = LIMIT + leastCost(others, taken);
  const paired = first.flatMap((cost, at) =>
    taken.has(at) || cost > LIMIT ? [] : [cost + leastCost(others, new Set([...taken, at]))],
  );
  return Math.min(alone, ...paired);
}

function pairBy(costs: readonly (readonly number[])[], width: number): Map<number, number> {
  const rights = Array.from({ length: width }, (_, at) => at);
  return cheapestPairs([...costs.keys()], rights, LIMIT, (left, right) => costs[left]?.[right] ?? 0);
}

test('the sum of all pairs is the least there is, and no pair is above the limit', () => {
  const table = fc.nat(5).chain((width) =>
    fc.record({
      width: fc.constant(width),
      costs: fc.array(fc.array(fc.integer({ min: -12, max: 15 }), { minLength: width, maxLength: width }), {
        maxLength: 5,
      }),
    }),
  );
  fc.assert(
    fc.property(table, ({ width, costs }) => {
      const pairs = pairBy(costs, width);
      const paired = [...pairs].map(([left, right]) => costs[left]?.[right] ?? 0);
      const sum = paired.reduce((total, cost) => total + cost, 0) + (costs.length - pairs.size) * LIMIT;
      expect(sum).toBe(leastCost(costs));
      expect(paired.every((cost) => cost <= LIMIT)).toBe(true);
      expect(new Set(pairs.values()).size).toBe(pairs.size);
    }),
  );
});

test('the cheapest pair of all is given up when the others would pay more for it', () => {
  const costs = [
    [0, 1],
    [1, 9],
  ];
  expect(pairBy(costs, 2)).toEqual(
    new Map([
      [0, 1],
      [1, 0],
    ]),
  );
});

test('a pair at the limit is made, and one above it is not', () => {
  expect(pairBy([[10]], 1)).toEqual(new Map([[0, 0]]));
  expect(pairBy([[11]], 1)).toEqual(new Map());
});
