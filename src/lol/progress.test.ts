import type { BudgetView } from '#/domain/limiter/budget.ts';
import { expectedWaitMs } from './progress.ts';
import { expect, test } from 'vitest';

const METHOD = 'match-v5.match';
const scope = (
  method: string | null,
  windows: readonly [limit: number, spanMs: number, used: number, closesInMs: number][],
  blockedForMs = 0,
): BudgetView[number] => ({
  method,
  blockedForMs,
  windows: windows.map(([limit, spanMs, used, closesInMs]) => ({ limit, spanMs, used, closesInMs })),
});
const PERSONAL = [
  [20, 1_000, 0, 0],
  [100, 120_000, 0, 0],
] as [number, number, number, number][];

test.each([
  // The last twenty of a full window go in its fifth second.
  [100, 4_000],
  [101, 120_000],
  [500, 480_000],
  [501, 600_000],
])('%i calls on a fresh personal key take %i ms: the slowest window decides', (calls, ms) => {
  expect(expectedWaitMs([scope(null, PERSONAL)], calls, [METHOD])).toBe(ms);
});

test('what is used of an open window is waited for until it closes', () => {
  const budget = [scope(null, [[100, 120_000, 90, 30_000]])];
  expect(expectedWaitMs(budget, 10, [METHOD])).toBe(0);
  expect(expectedWaitMs(budget, 11, [METHOD])).toBe(30_000);
  expect(expectedWaitMs(budget, 111, [METHOD])).toBe(150_000);
});

test('limits of the methods that are called count, and those of others do not', () => {
  const budget = [
    scope(null, [[1_000, 10_000, 0, 0]]),
    scope(METHOD, [[10, 10_000, 0, 0]]),
    scope('account-v1.by-puuid', [[1, 3_600_000, 1, 3_600_000]], 60_000),
  ];
  expect(expectedWaitMs(budget, 20, [METHOD])).toBe(10_000);
});

test('a refusal is waited for first', () => {
  expect(expectedWaitMs([scope(null, [[100, 120_000, 0, 0]], 7_000)], 1, [METHOD])).toBe(7_000);
});

test('nobody knows while no limit is known', () => {
  expect(expectedWaitMs([scope(null, [])], 1, [METHOD])).toBe(undefined);
});
