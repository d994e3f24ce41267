import { describe, expect, test } from 'vitest';
import { addCounts, boardsIn, subtractCounts, top4In, winsIn } from './placements.ts';

const counts = [5, 4, 3, 2, 1, 0, 7, 8];

describe('counts of places', () => {
  test('are added place by place', () => {
    expect(addCounts(counts, [1, 0, 0, 0, 0, 0, 0, 10])).toEqual([6, 4, 3, 2, 1, 0, 7, 18]);
  });

  test('that end early lack the places that they leave out', () => {
    expect(addCounts(counts, [1])).toEqual([6, 4, 3, 2, 1, 0, 7, 8]);
  });

  test('tell boards, those in the first four places, and wins', () => {
    expect([boardsIn(counts), top4In(counts), winsIn(counts)]).toEqual([30, 14, 5]);
  });

  test('leave a rest when a part of them is taken away', () => {
    expect(subtractCounts(counts, [5, 0, 0, 0, 0, 0, 0, 1])).toEqual([0, 4, 3, 2, 1, 0, 7, 7]);
  });

  test('leave no rest when what is taken away was never part of them, even if they have more boards', () => {
    expect(subtractCounts(counts, [0, 0, 0, 0, 0, 1, 0, 0])).toBeNull();
  });
});
