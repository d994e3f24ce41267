import { expect, test } from 'vitest';
import { createFixtureCalendar, DAY_MS, MINUTE_MS } from './fixture-calendar.ts';
import { createLeagues } from './clubs.ts';
import { playedNow } from './fixtures-answer.ts';
import { BEGIN, createMovableWorld } from './world-for-tests.ts';

const leagues = createLeagues(3);

test('finds every fixture by its number, in the order of kick-off, on quarters of an hour', () => {
  const calendar = createFixtureCalendar(3, leagues, 10);
  const day = calendar.between(BEGIN, BEGIN + DAY_MS);
  const times = day.map(({ kickoffAt }) => kickoffAt);

  expect(new Set(day.map(({ id }) => id)).size).toBeGreaterThan(100);
  for (const fixture of day) expect(calendar.find(fixture.id)).toEqual(fixture);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.every((at) => at >= BEGIN && at < BEGIN + DAY_MS && at % (15 * MINUTE_MS) === 0)).toBe(true);
});

test.each([10, 40, 70])('with %i in play no club is in two matches at once', (inPlay) => {
  const calendar = createFixtureCalendar(3, leagues, inPlay);
  const lastKickoff = new Map<number, number>();
  let shortestMs = Infinity;
  for (const { home, away, kickoffAt } of calendar.between(BEGIN, BEGIN + 2 * DAY_MS))
    for (const { id } of [home, away]) {
      shortestMs = Math.min(shortestMs, kickoffAt - (lastKickoff.get(id) ?? 0));
      lastKickoff.set(id, kickoffAt);
    }
  expect(shortestMs).toBeGreaterThan(100 * MINUTE_MS);
});

test('at any time of two days between seven and thirteen matches are in play', () => {
  const { world, moveTo } = createMovableWorld();
  const counts = Array.from({ length: 96 }, (_, half) => {
    moveTo(BEGIN + half * 30 * MINUTE_MS);
    return playedNow(world).length;
  });

  expect(Math.min(...counts)).toBeGreaterThanOrEqual(7);
  expect(Math.max(...counts)).toBeLessThanOrEqual(13);
});
