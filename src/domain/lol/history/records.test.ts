import { expect, test } from 'vitest';
import { gamesFrom, inventGame, MINUTE_MS, options } from './fixtures/invented-games.ts';
import { readInContext } from './game-context.ts';
import type { PlayedGame } from './played-game.ts';
import { recordsOf } from './records.ts';
import { toSessions } from './sessions.ts';

function recordsIn(games: readonly PlayedGame[]) {
  const played = readInContext(games, options());
  return new Map(recordsOf(played, toSessions(played)).map((record) => [record.kind, record]));
}

test('rows, days and sessions', () => {
  const records = recordsIn(gamesFrom('WWL 90 LLL 1500 W'));
  expect(records.get('longest-win-streak')).toMatchObject({ value: 2, text: '2 won in a row', game: null });
  expect(records.get('longest-loss-streak')).toMatchObject({ value: 4, text: '4 lost in a row' });
  expect(records.get('most-games-in-a-day')).toMatchObject({
    value: 6,
    text: '6 games',
    detail: '2026-03-02',
  });
  // Three games of half an hour, five minutes apart; the first of the two that are so long.
  expect(records.get('longest-session')).toMatchObject({ value: 6_000, text: '1:40:00', detail: '3 games' });
  expect(records.get('longest-session')?.at).toBe('2026-03-02T18:00:00.000Z');
});

test('one game is a day and a session, too', () => {
  const records = recordsIn(gamesFrom('W'));
  expect(records.get('most-games-in-a-day')?.text).toBe('1 game');
  expect(records.get('longest-session')).toMatchObject({ text: '30:00', detail: '1 game' });
  expect(records.has('longest-loss-streak')).toBe(false);
});

test('single games, with the champion; of equal ones the first', () => {
  const at = inventGame().startedAt;
  const records = recordsIn([
    inventGame({
      id: 'a',
      kills: 12,
      deaths: 2,
      assists: 4,
      seconds: 1_207,
      minions: 100,
      damage: 30_000,
      vision: 5,
    }),
    inventGame({
      id: 'b',
      startedAt: at + 60 * MINUTE_MS,
      kills: 3,
      deaths: 0,
      assists: 6,
      championName: 'Vi',
      minions: 300,
    }),
    inventGame({ id: 'c', startedAt: at + 120 * MINUTE_MS, kills: 12, deaths: 9, assists: 20, vision: 61 }),
  ]);
  const told = (kind: Parameters<typeof records.get>[0]) => {
    const { text, game } = records.get(kind) ?? {};
    return `${game}: ${text}`;
  };
  expect(told('most-kills')).toBe('a: 12/2/4');
  expect(told('most-deaths')).toBe('c: 12/9/20');
  expect(told('most-assists')).toBe('c: 12/9/20');
  expect(told('best-kda')).toBe('b: 9.0 (3/0/6)');
  expect(records.get('best-kda')?.detail).toBe('Vi');
  expect(told('shortest-game')).toBe('a: 20:07');
  expect(told('longest-game')).toBe('b: 30:00');
  expect(told('most-minions-per-minute')).toBe('b: 10.0 a minute');
  expect(told('most-damage')).toBe('a: 30,000');
  expect(told('most-vision')).toBe('c: 61');
});

test('nothing at all is no record', () => {
  expect(recordsIn([]).size).toBe(0);
  const records = recordsIn([inventGame({ kills: 0, assists: 0, vision: 0 })]);
  expect(
    ['most-kills', 'most-assists', 'best-kda', 'most-vision'].filter((kind) => records.has(kind as never)),
  ).toEqual([]);
});
