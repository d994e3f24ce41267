import { describe, expect, test } from 'vitest';
import { averagePlace, toSample, typicalVariance } from './placements.ts';

describe('a sample of placements', () => {
  test('has the average of its places, exactly at both ends', () => {
    expect(averagePlace([1, 0, 2, 0, 0, 0, 0, 1])).toBe(15 / 4);
    expect(averagePlace([49, 0, 0, 0, 0, 0, 0, 0])).toBe(1);
    expect(averagePlace([0, 0, 0, 0, 0, 0, 0, 2 ** 40])).toBe(8);
  });

  test('mixes its own squared deviations with four that are typical', () => {
    // Places 1, 3, 3, 5: average 3, squares 4 + 0 + 0 + 4.
    const { n, variance, freedom } = toSample([1, 0, 2, 0, 1, 0, 0, 0], 5);

    expect([n, freedom]).toEqual([4, 7]);
    expect(variance).toBeCloseTo((8 + 4 * 5) / 7, 12);
  });
});

describe('the typical variance', () => {
  test('of nothing, and of whole games, is that of evenly dealt places', () => {
    expect(typicalVariance([0, 0, 0, 0, 0, 0, 0, 0])).toBe(5.25);
    expect(typicalVariance([1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6])).toBeCloseTo(5.25, 5);
  });

  test('of boards that all have the same place is still not nothing', () => {
    expect(typicalVariance([0, 2 ** 40, 0, 0, 0, 0, 0, 0])).toBe(0.25);
  });
});
