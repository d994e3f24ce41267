import { expect, test } from 'vitest';
import { gamesFrom } from './fixtures/invented-games.ts';
import { rollingWinRate, ROLLING_WINDOW } from './rolling.ts';

test('each point is the share of wins in the last twenty games', () => {
  const games = gamesFrom('WLLWW'.repeat(9));
  const { window, points } = rollingWinRate(games);
  expect(window).toBe(20);
  expect(points).toHaveLength(games.length - 19);
  for (const { game, at, winRate, low, high } of points) {
    const last = games.slice(game - ROLLING_WINDOW, game);
    expect(winRate).toBe(last.filter(({ isWin }) => isWin).length / 20);
    expect(at).toBe(new Date(Number(last.at(-1)?.startedAt)).toISOString());
    expect(low < winRate && winRate < high).toBe(true);
  }
});

test('a long history is thinned, and keeps its newest game', () => {
  const { points } = rollingWinRate(gamesFrom('WL'.repeat(500)));
  expect(points.length).toBeGreaterThan(150);
  expect(points.length).toBeLessThanOrEqual(240);
  expect(points.at(-1)?.game).toBe(1_000);
});
