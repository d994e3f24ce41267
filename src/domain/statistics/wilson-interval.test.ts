import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wilsonInterval } from './wilson-interval.ts';

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
});
