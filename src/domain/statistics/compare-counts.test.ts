import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCounts, compareToBaseline } from './compare-counts.ts';
import { addCounts, averagePlace, boardsIn } from './placements.ts';

const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0];
const EVEN = [100, 100, 100, 100, 100, 100, 100, 100];
const histogram = fc
  .array(fc.integer({ min: 0, max: 5_000 }), { minLength: 8, maxLength: 8 })
  .filter((counts) => boardsIn(counts) > 0);

describe('two independent groups', () => {
  test('of many boards differ by their averages, within 1.96 standard errors', () => {
    const better = [20_000, 20_000, 15_000, 15_000, 10_000, 10_000, 5_000, 5_000];
    const even = EVEN.map((count) => count * 100);

    const { value, low, high } = compareCounts(better, even);

    // 3.5 against 4.5; variances 4.25 of 100,000 and 5.25 of 80,000.
    const standardError = Math.sqrt(4.25 / 100_000 + 5.25 / 80_000);
    expect(value).toBeCloseTo(-1, 12);
    expect(low).toBeCloseTo(-1 - 1.96 * standardError, 5);
    expect(high).toBeCloseTo(-1 + 1.96 * standardError, 5);
  });

  test('are as uncertain as the smaller one when the other is as good as known', () => {
    const { value, high } = compareCounts(
      [0, 0, 0, 1, 1, 0, 0, 0],
      EVEN.map((count) => count * 1_000),
    );

    // Two boards and four imagined ones: 5 degrees of freedom, and squares of 0.5 + 4 · 5.25.
    expect(high - value).toBeCloseTo(2.571 * Math.sqrt(21.5 / 5 / 2), 1);
  });

  test('know their variance twice as well when they are alike', () => {
    const { value, high } = compareCounts([1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1]);

    // 11 degrees of freedom each; squares of 42 + 4 · typical, which is (84 + 4 · 5.25) / 19.
    const variance = (42 + (4 * 105) / 19) / 11;
    expect(high - value).toBeCloseTo(2.0739 * Math.sqrt((2 * variance) / 8), 3);
  });

  test('differ the other way round when they change sides', () => {
    fc.assert(
      fc.property(histogram, histogram, (a, b) => {
        const [there, back] = [compareCounts(a, b), compareCounts(b, a)];
        expect(there.value).toBeCloseTo(-back.value, 10);
        expect(there.low).toBeCloseTo(-back.high, 10);
        expect(there.high).toBeCloseTo(-back.low, 10);
      }),
    );
  });

  test('of one board each differ by nearly anything', () => {
    const { value, low, high } = compareCounts([1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1]);

    expect([value, low]).toEqual([-7, -7]);
    expect(high).toBeGreaterThan(0);
  });

  test.each([
    [NOTHING, EVEN],
    [EVEN, NOTHING],
    [NOTHING, NOTHING],
  ])('of which one is empty differ by anything', (a, b) => {
    expect(compareCounts(a, b)).toEqual({ value: 0, low: -7, high: 7 });
  });
});

describe('a row and the baseline that it is part of', () => {
  test('differ by the share outside the row of what row and rest differ by', () => {
    fc.assert(
      fc.property(histogram, histogram, (row, rest) => {
        const { value, low, high } = compareToBaseline(row, addCounts(row, rest));

        const outside = boardsIn(rest) / (boardsIn(row) + boardsIn(rest));
        expect(value).toBeCloseTo(outside * (averagePlace(row) - averagePlace(rest)), 9);
        expect(low >= -7 && low < high && low <= value && value <= high && high <= 7).toBe(true);
      }),
    );
  });

  test('have an interval as if the row alone were drawn, of which the share outside the row is uncertain', () => {
    const row = EVEN.map((count) => count * 1_000);
    const baseline = row.map((count) => count * 4);

    const { value, low, high } = compareToBaseline(row, baseline);

    const halfWidth = 1.96 * Math.sqrt(((1 - 1 / 4) * 5.25) / 800_000);
    expect(value).toBe(0);
    expect(high).toBeCloseTo(halfWidth, 6);
    expect(low).toBeCloseTo(-halfWidth, 6);
  });

  test('differ by exactly nothing when the row is all of it', () => {
    fc.assert(
      fc.property(histogram, (row) => {
        expect(compareToBaseline(row, row)).toEqual({ value: 0, low: 0, high: 0 });
      }),
    );
    expect(compareToBaseline(NOTHING, NOTHING)).toEqual({ value: 0, low: 0, high: 0 });
  });

  test('differ by anything when the row is empty', () => {
    expect(compareToBaseline(NOTHING, EVEN)).toEqual({ value: 0, low: -7, high: 7 });
  });

  test('are compared as independent when the row has boards that the baseline has not', () => {
    const row = [101, 0, 0, 0, 0, 0, 0, 0];

    expect(compareToBaseline(row, EVEN)).toEqual(compareCounts(row, EVEN));
  });
});
