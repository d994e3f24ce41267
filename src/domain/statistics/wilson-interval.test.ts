import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wilsonInterval } from './intervals.ts';

const shares = fc
  .integer({ min: 1, max: 2 ** 43 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

describe('the interval of a share', () => {
  test('ends at the two shares that the observed one is just 1.96 of their standard errors away from', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 100_000 })
          .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n))),
        ([hits, n]) => {
          const { value, low, high } = wilsonInterval(hits, n);
          for (const bound of [low, high]) {
            const squaredDistance = (value - bound) ** 2;
            expect(squaredDistance).toBeCloseTo((1.959964 ** 2 * bound * (1 - bound)) / n, 6);
          }
        },
      ),
    );
  });

  test('is never empty and never leaves 0..1, whatever the counts', () => {
    fc.assert(
      fc.property(shares, ([hits, n]) => {
        const { value, low, high } = wilsonInterval(hits, n);
        expect(value).toBe(hits / n);
        expect(low >= 0 && low <= value && value <= high && high <= 1 && low < high).toBe(true);
      }),
    );
  });

  test('ends exactly at the share itself when that is none or all', () => {
    for (let n = 1; n <= 5_000; n++) {
      expect(wilsonInterval(0, n).low).toBe(0);
      expect(wilsonInterval(n, n).high).toBe(1);
    }
  });

  // Not simulated: every outcome is weighed with its chance. Counts come in steps, so a single share can be off by more than the mean.
  test.each([20, 50, 200, 2_000])('holds 95 %% of the time for shares from 5 %% to 95 %%: %d boards', (n) => {
    const covered = Array.from({ length: 181 }, (_, index) => chanceOfCovering(0.05 + index * 0.005, n));
    const mean = covered.reduce((sum, share) => sum + share, 0) / covered.length;

    expect(mean).toBeGreaterThan(0.945);
    expect(mean).toBeLessThan(0.96);
    expect(Math.min(...covered)).toBeGreaterThan(0.9);
  });
});

/** Chance that the interval from `n` boards holds the share that they were drawn with. */
function chanceOfCovering(share: number, n: number): number {
  let logChance = n * Math.log(1 - share);
  let sum = 0;
  for (let hits = 0; hits <= n; hits++) {
    const { low, high } = wilsonInterval(hits, n);
    if (low <= share && share <= high) sum += Math.exp(logChance);
    logChance += Math.log((n - hits) / (hits + 1)) + Math.log(share / (1 - share));
  }
  return sum;
}
