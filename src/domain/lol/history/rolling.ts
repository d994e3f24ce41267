/** The win rate over the last games, as it went: a point for each game from the first whole window on, thinned to what a chart can show. */
import { wilsonInterval } from '#/domain/statistics/intervals.ts';
import type { PlayedGame } from './played-game.ts';

export const ROLLING_WINDOW = 20;
const MOST_POINTS = 240;

/** `games`: counted, oldest first. */
export function rollingWinRate(games: readonly PlayedGame[]) {
  const steps = Math.max(1, Math.ceil((games.length - ROLLING_WINDOW + 1) / MOST_POINTS));
  let wins = 0;
  const points = games.flatMap(({ isWin, startedAt }, index) => {
    wins += Number(isWin) - Number(games[index - ROLLING_WINDOW]?.isWin ?? false);
    const isWhole = index + 1 >= ROLLING_WINDOW;
    // Counted from the end, so that the newest game is always there.
    if (!isWhole || (games.length - 1 - index) % steps !== 0) return [];
    const { value, low, high } = wilsonInterval(wins, ROLLING_WINDOW);
    return [{ game: index + 1, at: new Date(startedAt).toISOString(), winRate: value, low, high }];
  });
  return { window: ROLLING_WINDOW, points };
}
