import { describe, expect, test } from 'vitest';
import {
  chanceOf,
  isTellable,
  largestByChance,
  reachOf,
  resultOf,
  type Contrast,
  type ContrastTable,
} from './contrasts.ts';
import { createNormals, twoSidedTail } from './intervals.ts';

const set = (...cells: number[]): Contrast => ({ cells, weights: cells.map(() => 1) });

type Counts = readonly (readonly [n: number, wins: number])[];

/** `'30/50 40/100'`: wins and games of each cell, which are all of it. */
const counts = (text: string): Counts =>
  text.split(' ').map((cell) => cell.split('/').map(Number).toReversed() as [number, number]);

function tableOf(cells: Counts): ContrastTable {
  const total = cells.reduce((sum, [n]) => sum + n, 0);
  const share = cells.reduce((sum, [, wins]) => sum + wins, 0) / total;
  return {
    cells: cells.map(([n, wins]) => ({ n, excess: wins - n * share })),
    total,
    variance: (share * (1 - share) * total) / (total - 1),
  };
}

describe('a contrast', () => {
  test('of a set of cells is the deviation of a hypergeometric count', () => {
    // 30 of 50 against 40 of 100: mean 50·70/150, variance 50·(70/150)·(80/150)·(100/149).
    const table = tableOf(counts('30/50 40/100'));
    const { score, n, value, standardError } = resultOf(table, set(0), false);
    const deviation = Math.sqrt((50 * (70 / 150) * (80 / 150) * 100) / 149);
    expect(score).toBeCloseTo((30 - (50 * 70) / 150) / deviation, 10);
    expect(n).toBe(50);
    expect(value).toBeCloseTo(0.6 - 70 / 150, 10);
    expect(standardError).toBeCloseTo(deviation / 50, 10);
    // The other side says the same.
    expect(resultOf(table, set(1), false).score).toBeCloseTo(-score, 10);
  });

  test('of steps is the slope of the line through all games', () => {
    const cells = counts('24/40 15/30 12/30');
    const table = tableOf(cells);
    const { value } = resultOf(table, { cells: [0, 1, 2], weights: [0, 1, 2] }, true);
    const games = cells.flatMap(([n, wins], step) =>
      Array.from({ length: n }, (_, game) => ({ step, won: game < wins ? 1 : 0 })),
    );
    const mean = (values: readonly number[]): number =>
      values.reduce((sum, one) => sum + one, 0) / values.length;
    const [steps, won] = [mean(games.map(({ step }) => step)), mean(games.map((game) => game.won))];
    const slope =
      mean(games.map((game) => (game.step - steps) * (game.won - won))) /
      mean(games.map(({ step }) => (step - steps) ** 2));
    expect(value).toBeCloseTo(slope, 10);
  });

  test('needs games on both sides, and results of both kinds', () => {
    const table = tableOf(counts('10/19 10/20 100/200 0/0'));
    expect([0, 1, 2, 3].map((cell) => isTellable(table, set(cell)))).toEqual([false, true, true, false]);
    // Too few are left.
    expect(isTellable(table, set(1, 2))).toBe(false);
    expect(isTellable(tableOf(counts('60/60 59/60')), set(0))).toBe(false);
    expect(isTellable(tableOf(counts('2/5 3/5 150/300')), { cells: [0, 1, 2], weights: [0, 1, 2] })).toBe(
      false,
    );
    expect(isTellable(tableOf(counts('50/100 40/90 45/80')), { cells: [0, 1, 2], weights: [0, 1, 2] })).toBe(
      true,
    );
  });
});

describe('the largest score by chance', () => {
  const table = tableOf(Array.from({ length: 12 }, (_, cell) => [40 + 5 * cell, 20 + 2 * cell] as const));
  const runs = [1, 2, 3].flatMap((length) =>
    table.cells.map((_, first) => set(...Array.from({ length }, (_unused, index) => (first + index) % 12))),
  );

  test('of many is larger, and smaller than Bonferroni takes it for', () => {
    const largest = largestByChance(table, runs, { draws: 4_000, seed: 6 });
    const chance = chanceOf(3, largest);
    expect(chance).toBeGreaterThan(3 * twoSidedTail(3));
    expect(chance).toBeLessThan(0.75 * runs.length * twoSidedTail(3));
  });

  test('is never passed with no chance at all, and reaches no farther than what was drawn', () => {
    const largest = largestByChance(table, runs, { draws: 99, seed: 7 });
    expect(chanceOf(50, largest)).toBe(0.01);
    expect(chanceOf(0, largest)).toBe(1);
    expect(reachOf(0, largest)).toBe(largest.at(-1));
  });

  test('is what luck really brings: of tables dealt by chance, 5 % pass the 5 % mark', () => {
    const sizes = [...table.cells.map(({ n }) => n), 60];
    const normal = createNormals(21);
    const next = (): number => Math.atan2(normal(), normal()) / (2 * Math.PI) + 0.5;
    let passed = 0;
    const tables = 500;
    for (let deal = 0; deal < tables; deal++) {
      const dealt = tableOf(
        sizes.map((n) => [n, Array.from({ length: n }, next).filter((luck) => luck < 0.55).length] as const),
      );
      // The last games are in no cell.
      const partial = { ...dealt, cells: dealt.cells.slice(0, -1) };
      const largest = largestByChance(partial, runs, { draws: 300, seed: deal });
      const best = Math.max(...runs.map((run) => Math.abs(resultOf(partial, run, false).score)));
      if (chanceOf(best, largest) <= 0.05) passed++;
    }
    expect(passed / tables).toBeGreaterThan(0.03);
    expect(passed / tables).toBeLessThan(0.07);
  });
});
