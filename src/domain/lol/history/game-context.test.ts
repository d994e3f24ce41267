import { describe, expect, test } from 'vitest';
import { gamesFrom, inventGame, MINUTE_MS, options } from './fixtures/invented-games.ts';
import { readInContext, type GameInContext } from './game-context.ts';
import type { PlayedGame } from './played-game.ts';

function read(games: readonly PlayedGame[], more = {}) {
  return readInContext(games, options(more));
}

const positions = (games: readonly GameInContext[]): string =>
  games.map(({ session, position }) => `${session}.${position}`).join(' ');
const rows = (games: readonly GameInContext[], of: 'streak' | 'sessionStreak'): string =>
  games
    .map((game) => (game[of].length === 0 ? '-' : `${game[of].isWin ? 'W' : 'L'}${game[of].length}`))
    .join(' ');

describe('sessions', () => {
  test('end with a break that is longer than the gap, counted from the end of the game before', () => {
    const games = gamesFrom('WW 60 W 61 WW');
    expect(positions(read(games))).toBe('0.1 0.2 0.3 1.1 1.2');
    expect(positions(read(games, { gapMinutes: 30 }))).toBe('0.1 0.2 1.1 2.1 2.2');
    expect(read(games).map(({ breakMs }) => breakMs)).toEqual(
      [null, 5, 60, 61, 5].map((m) => m && m * MINUTE_MS),
    );
  });

  test('are prolonged by remakes and games against bots, which are no place in them', () => {
    expect(positions(read(gamesFrom('W 50 R 50 W 50 B 50 W')))).toBe('0.1 0.2 0.2 0.3 0.3');
  });

  test('are the same in whatever order the games come, and do not care for what is counted', () => {
    const games = gamesFrom('WWW 90 LL');
    expect(read(games.toReversed())).toEqual(read(games));
    const counted = read(games, { champions: [1] });
    expect(positions(counted)).toBe(positions(read(games)));
    expect(counted.every(({ verdict }) => !verdict.isCounted)).toBe(true);
  });

  test('have no break below zero when clocks disagree', () => {
    const at = Date.UTC(2026, 0, 1);
    const games = [
      inventGame({ id: 'a', startedAt: at, seconds: 3_000 }),
      inventGame({ id: 'b', startedAt: at + 20 * MINUTE_MS, seconds: 60 }),
      // After both are over, fifty minutes after the first one's end.
      inventGame({ id: 'c', startedAt: at + 100 * MINUTE_MS }),
      inventGame({ id: 'd', startedAt: at + 100 * MINUTE_MS }),
    ];
    const breaks = read(games).map(({ breakMs }) => breakMs);
    expect(breaks).toEqual([null, 0, 50 * MINUTE_MS, 0]);
    expect(read(games.toReversed()).map(({ game }) => game.id)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('results in a row', () => {
  test('are those before a game, over breaks and within the session', () => {
    const games = read(gamesFrom('WWL LW 90 WL'));
    expect(rows(games, 'streak')).toBe('- W1 W2 L1 L2 W1 W2');
    expect(rows(games, 'sessionStreak')).toBe('- W1 W2 L1 L2 - W1');
  });

  test('are neither ended nor prolonged by remakes and games against bots', () => {
    expect(rows(read(gamesFrom('LRLBL')), 'sessionStreak')).toBe('- L1 L1 L2 L2');
  });
});
