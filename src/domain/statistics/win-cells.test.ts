import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNormals } from './intervals.ts';
import { describeAllWins, describeWins, LOW_SAMPLE_GAMES, winShare, type WinCounts } from './win-cells.ts';

const counts = fc
  .integer({ min: 0, max: 400 })
  .chain((n) => fc.record({ n: fc.constant(n), wins: fc.integer({ min: 0, max: n }) }));

/** Cells that are all of it, each expected to be won as often as all together. */
function describeParts(parts: readonly WinCounts[]) {
  const baseline = sumOf(parts);
  const expected = winShare(baseline);
  return {
    baseline,
    cells: describeWins(
      parts.map((part) => ({ ...part, expected })),
      baseline,
    ),
  };
}

function sumOf(parts: readonly WinCounts[]): WinCounts {
  return {
    n: parts.reduce((sum, { n }) => sum + n, 0),
    wins: parts.reduce((sum, { wins }) => sum + wins, 0),
  };
}

describe('a cell', () => {
  test('has ordered numbers in their ranges, whatever the counts', () => {
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1, maxLength: 8 }), (parts) => {
        for (const { n, winRate, difference, shrunk, expected } of describeParts(parts).cells) {
          expect(shrunk >= 0 && shrunk <= 1).toBe(true);
          expect(winRate === null).toBe(n === 0);
          if (winRate === null || difference === null) continue;
          expect(0 <= winRate.low && winRate.low <= winRate.value && winRate.value <= winRate.high).toBe(
            true,
          );
          expect(difference.value).toBeCloseTo(winRate.value - expected, 9);
          expect(difference.low <= difference.value && difference.value <= difference.high).toBe(true);
          expect(difference.low >= -1 && difference.high <= 1).toBe(true);
          // Between what was seen and what was expected.
          const [low, high] = [Math.min(winRate.value, expected), Math.max(winRate.value, expected)];
          expect(shrunk >= low - 0.01 && shrunk <= high + 0.01).toBe(true);
        }
      }),
    );
  });

  test('is compared with the rest by Newcombe’s interval, less the share that it is of the whole', () => {
    // Newcombe 1998, table II, method 10: 56 of 70 against 48 of 80 differ by 0.2, from 0.0524 to 0.3339.
    const { cells } = describeParts([
      { n: 70, wins: 56 },
      { n: 80, wins: 48 },
    ]);
    const outside = 80 / 150;
    expect(cells[0]?.difference?.value).toBeCloseTo(0.2 * outside, 10);
    expect(cells[0]?.difference?.low).toBeCloseTo(0.0524 * outside, 4);
    expect(cells[0]?.difference?.high).toBeCloseTo(0.3339 * outside, 4);
  });

  test('that is everything differs by exactly nothing', () => {
    const { cells, baseline } = describeParts([{ n: 40, wins: 10 }]);
    expect(cells[0]?.difference).toEqual({ value: 0, low: 0, high: 0 });
    expect(describeAllWins(baseline)).toMatchObject({
      n: 40,
      expected: 0.25,
      shrunk: 0.25,
      isLowSample: false,
    });
  });

  test('of which another share is expected differs from that one', () => {
    const baseline = { n: 100, wins: 50 };
    const [plain] = describeWins([{ n: 20, wins: 12, expected: 0.5 }], baseline);
    const [moved] = describeWins([{ n: 20, wins: 12, expected: 0.55 }], baseline);
    expect(plain?.difference?.value).toBeCloseTo(0.1, 10);
    expect(moved?.difference?.value).toBeCloseTo(0.05, 10);
    const widthOf = (cell: typeof plain) => Number(cell?.difference?.high) - Number(cell?.difference?.low);
    expect(widthOf(moved)).toBeCloseTo(widthOf(plain), 10);
  });

  test('is marked while it has few games, and stays where it is expected without any', () => {
    const { cells } = describeParts([
      { n: 0, wins: 0 },
      { n: LOW_SAMPLE_GAMES - 1, wins: 12 },
      { n: LOW_SAMPLE_GAMES, wins: 18 },
    ]);
    expect(cells.map(({ isLowSample }) => isLowSample)).toEqual([true, true, false]);
    expect(cells[0]).toMatchObject({ winRate: null, difference: null });
    expect(cells[0]?.shrunk).toBeCloseTo(Number(cells[0]?.expected), 2);
  });

  test('of three losses in three games stays near the share of all games', () => {
    const { cells } = describeParts([
      { n: 3, wins: 0 },
      { n: 197, wins: 100 },
    ]);
    expect(Math.abs(Number(cells[0]?.shrunk) - 0.5)).toBeLessThan(0.03);
  });

  test('of nothing at all leaves everything open', () => {
    expect(describeAllWins({ n: 0, wins: 0 })).toEqual({
      n: 0,
      wins: 0,
      winRate: null,
      expected: 0.5,
      difference: null,
      shrunk: 0.5,
      isLowSample: true,
    });
  });
});

describe('over many invented players', () => {
  const SIZES = [8, 20, 40, 80, 150];
  const normal = createNormals(11);
  /** Normal deviates stand for luck: a game is won when they stay below what the share asks for. */
  const drawWins = (n: number, share: number): number => {
    let wins = 0;
    for (let game = 0; game < n; game++)
      wins += Math.atan2(normal(), normal()) / (2 * Math.PI) + 0.5 < share ? 1 : 0;
    return wins;
  };
  const players = Array.from({ length: 600 }, () => {
    const shares = SIZES.map(() => Math.min(0.9, Math.max(0.1, 0.52 + 0.06 * normal())));
    const parts = SIZES.map((n, index) => ({ n, wins: drawWins(n, Number(shares[index])) }));
    const total = SIZES.reduce((sum, n) => sum + n, 0);
    const overall = SIZES.reduce((sum, n, index) => sum + n * Number(shares[index]), 0) / total;
    return { shares, overall, cells: describeParts(parts).cells };
  });

  test.each([...SIZES.entries()])(
    'the interval of the difference holds the true one 95 %% of the time: cell %d of %d games',
    (cell) => {
      const held = players.filter(({ shares, overall, cells }) => {
        const { low = 0, high = 0 } = cells[cell]?.difference ?? {};
        const truth = Number(shares[cell]) - overall;
        return low <= truth && truth <= high;
      });
      expect(held.length / players.length).toBeGreaterThan(0.93);
      expect(held.length / players.length).toBeLessThan(0.985);
    },
  );
});
