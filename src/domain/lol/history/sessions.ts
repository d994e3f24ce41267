/** Counted games by the session they were played in. A session is as long as its counted games are, from the first start to the last end. */
import { median } from './averages.ts';
import type { GameInContext } from './game-context.ts';

const MOST_TOLD = 50;

export interface Session {
  readonly games: readonly GameInContext[];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly wins: number;
}

/** Oldest first, as the games are. */
export function toSessions(games: readonly GameInContext[]): Session[] {
  const sessions = Map.groupBy(games, ({ session }) => session);
  return [...sessions.values()].map((played) => ({
    games: played,
    startedAt: Math.min(...played.map(({ game }) => game.startedAt)),
    endedAt: Math.max(...played.map(({ endedAt }) => endedAt)),
    wins: played.filter(({ game }) => game.isWin).length,
  }));
}

export function describeSessions(sessions: readonly Session[]) {
  const newest = sessions.toReversed().slice(0, MOST_TOLD);
  return {
    count: sessions.length,
    medianGames: median(sessions.map(({ games }) => games.length)) ?? 0,
    medianSeconds: median(sessions.map(({ startedAt, endedAt }) => (endedAt - startedAt) / 1_000)) ?? 0,
    newest: newest.map(({ games, startedAt, endedAt, wins }) => ({
      startedAt: new Date(startedAt).toISOString(),
      endedAt: new Date(endedAt).toISOString(),
      n: games.length,
      wins,
      results: games.map(({ game }) => (game.isWin ? 'W' : 'L')).join(''),
    })),
  };
}
