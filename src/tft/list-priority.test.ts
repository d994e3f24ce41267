import { expect, test } from 'vitest';
import { listPriority, type Activity } from './list-priority.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);
const idle: Activity = { hasMoved: false, lastGameAt: hoursAgo(2_000), gamesSeen: 3 };
const order = (activities: Record<string, Activity>): string[] =>
  Object.entries(activities)
    .sort(([, one], [, other]) => listPriority(other, NOW) - listPriority(one, NOW))
    .map(([name]) => name);

test('who has just played is first, then who played lately and often', () => {
  const played = { hasMoved: false, lastGameAt: hoursAgo(5), gamesSeen: 40 };

  expect(
    order({
      idle,
      moved: { ...idle, hasMoved: true },
      often: { ...played, gamesSeen: 90 },
      played,
      seldom: { ...played, gamesSeen: 1 },
      yesterday: { ...played, lastGameAt: hoursAgo(60) },
      never: { hasMoved: false, lastGameAt: null, gamesSeen: 0 },
    }),
  ).toEqual(['moved', 'often', 'played', 'seldom', 'yesterday', 'never', 'idle']);
});

test.each([
  ['in the future', new Date(8.64e15)],
  ['at the beginning of time', new Date(0)],
])('a game %s is no reason for a priority that a queue cannot hold', (_, lastGameAt) => {
  const priority = listPriority({ hasMoved: true, lastGameAt, gamesSeen: 2_000_000_000 }, NOW);

  expect(Number.isInteger(priority)).toBe(true);
  expect(priority).toBeGreaterThanOrEqual(0);
  expect(priority).toBeLessThanOrEqual(2_000);
});
