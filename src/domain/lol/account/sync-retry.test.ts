import { expect, test } from 'vitest';
import { nextSyncRetry } from './sync-retry.ts';

const now = new Date('2026-11-15T12:00:00Z');
const waitOf = (failures: number, atLeastMs?: number): number =>
  nextSyncRetry(failures, now, 0.999, atLeastMs).getTime() - now.getTime();

test('each failure in a row waits longer than the one before, up to an hour', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((failures) => waitOf(failures));
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBeLessThanOrEqual(30_000);
  expect(new Set(waits).size).toBe(7);
  expect(waitOf(500)).toBeLessThanOrEqual(3_600_000);
  expect(waitOf(500)).toBeGreaterThan(1_800_000);
});
