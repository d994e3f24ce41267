/** A cell with made-up numbers, for tests of what is made of cells. */
import type { LolCell } from '#/contract/lol-cells.ts';

export function cellFor(key: string, n: number, wins: number, expected = 0.5): LolCell {
  const value = n === 0 ? 0 : wins / n;
  const winRate = n === 0 ? null : { value, low: Math.max(0, value - 0.1), high: Math.min(1, value + 0.1) };
  const difference =
    n === 0 ? null : { value: value - expected, low: value - expected - 0.1, high: value - expected + 0.1 };
  return { key, label: key, n, wins, winRate, expected, difference, shrunk: value, isLowSample: n < 10 };
}
