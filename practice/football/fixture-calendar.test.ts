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

test('asking in pieces gives the same fixtures as asking at once', () => {
  const calendar = createFixtureCalendar(3, leagues, 23);
  const pieces = [0, 7, 700, 1440].map((minutes) => BEGIN + minutes * MINUTE_MS);
  const inPieces = pieces.flatMap((from, index) =>
    index === pieces.length - 1 ? [] : calendar.between(from, pieces[index + 1] ?? from),
  );

  expect(inPieces.map(({ id }) => id)).toEqual(calendar.between(BEGIN, BEGIN + DAY_MS).map(({ id }) => id));
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
    return playedNow(world, null).length;
  });

  expect(Math.min(...counts)).toBeGreaterThanOrEqual(7);
  expect(Math.max(...counts)).toBeLessThanOrEqual(13);
  expect(counts.filter((count) => count >= 8 && count <= 12).length / counts.length).toBeGreaterThan(0.98);
});

test('numbers that no fixture has are not found', () => {
  const calendar = createFixtureCalendar(3, leagues, 10);
  for (const id of [-1, 0.5, 2_773_000, 902_772_999, 999_999_999, Number.NaN])
    expect(calendar.find(id)).toBeUndefined();
});

test.each([0, 71, Number.NaN])('a world with %d matches in play is refused', (inPlay) => {
  expect(() => createFixtureCalendar(3, leagues, inPlay)).toThrow(/expected the number of matches in play/);
});
