import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffDelayMs } from './backoff.ts';

const policy = { firstMs: 200, maxMs: 15_000 };

test('the delay doubles from the first one up to the cap', () => {
  const longest = [1, 2, 3, 4, 20].map((attempt) => backoffDelayMs(policy, attempt, 1));

  expect(longest).toEqual([200, 400, 800, 1600, 15_000]);
});

test('whatever the attempt and the luck, the delay lies between half of its step and the cap', () => {
  const attempts = fc.integer({ min: -5, max: 10_000 });
  const luck = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  fc.assert(
    fc.property(attempts, luck, (attempt, random) => {
      const delay = backoffDelayMs(policy, attempt, random);
      return delay >= policy.firstMs / 2 && delay <= policy.maxMs;
    }),
  );
});
