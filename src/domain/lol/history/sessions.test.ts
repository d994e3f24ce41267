import { expect, test } from 'vitest';
import { gamesFrom, options } from './fixtures/invented-games.ts';
import { readInContext } from './game-context.ts';
import { describeSessions, toSessions } from './sessions.ts';

function sessionsOf(text: string) {
  const games = readInContext(gamesFrom(text), options());
  return describeSessions(toSessions(games.filter(({ verdict }) => verdict.isCounted)));
}

test('sessions are told newest first, with their results in order', () => {
  const { count, medianGames, medianSeconds, newest } = sessionsOf('WLL 90 W 90 LRWW');
  expect(count).toBe(3);
  expect(newest.map(({ n, wins, results }) => [n, wins, results])).toEqual([
    [3, 2, 'LWW'],
    [1, 1, 'W'],
    [3, 1, 'WLL'],
  ]);
  expect(medianGames).toBe(3);
  // Three games of half an hour, five minutes apart.
  expect(medianSeconds).toBe(6_000);
  const [last] = newest;
  expect(Date.parse(String(last?.endedAt)) - Date.parse(String(last?.startedAt))).toBe(
    (3 * 30 + 4 + 3 * 5) * 60 * 1_000,
  );
});
