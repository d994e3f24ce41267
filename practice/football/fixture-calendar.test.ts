import { expect, test } from 'vitest';
import { createFixtureCalendar, DAY_MS, MINUTE_MS } from './fixture-calendar.ts';
import { createLeagues } from './clubs.ts';
import { playedNow } from './fixtures-answer.ts';
import { BEGIN, createMovableWorld } from './world-for-tests.ts';

const leagues = createLeagues(3);

test('every fixture is found again by its number, in the order of kick-off, on quarters of an hour', () => {
  const calendar = createFixtureCalendar(3, leagues, 10);
  const day = calendar.between(BEGIN, BEGIN + DAY_MS);

  expect(day.length).toBeGreaterThan(100);
  for (const fixture of day) expect(calendar.find(fixture.id)).toEqual(fixture);
  const times = day.map(({ kickoffAt }) => kickoffAt);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(times.every((at) => at >= BEGIN && at < BEGIN + DAY_MS && at % (15 * MINUTE_MS) === 0)).toBe(true);
  expect(new Set(day.map(({ id }) => id)).size).toBe(day.length);
});

test.each([10, 40, 70])('with %i in play no club is in two matches at once', (inPlay) => {
  const calendar = createFixtureCalendar(3, leagues, inPlay);
  const lastKickoff = new Map<number, number>();
  for (const { home, away, kickoffAt } of calendar.between(BEGIN, BEGIN + 2 * DAY_MS))
    for (const { id } of [home, away]) {
      expect(kickoffAt - (lastKickoff.get(id) ?? 0)).toBeGreaterThan(100 * MINUTE_MS);
      lastKickoff.set(id, kickoffAt);
    }
});

test('at any time of a week between seven and thirteen matches are in play, and nearly always eight to twelve', () => {
  const { world, moveTo } = createMovableWorld();
  const counts = Array.from({ length: 7 * 48 }, (_, half) => {
    moveTo(BEGIN + half * 30 * MINUTE_MS);
    return playedNow(world).length;
  });

  expect(Math.min(...counts)).toBeGreaterThanOrEqual(7);
  expect(Math.max(...counts)).toBeLessThanOrEqual(13);
  expect(counts.filter((count) => count >= 8 && count <= 12).length / counts.length).toBeGreaterThan(0.98);
});
