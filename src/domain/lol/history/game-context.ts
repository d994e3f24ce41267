/**
 * Each game with what was true when it began: the clock on the wall, the session and the place in it, the break before, and the results in
 * a row. Read from all games in order of time, whatever is counted later.
 *
 * - A session goes on while no break between two games is longer than the gap. Remakes and games against bots prolong it, but are no
 *   place in it and no result in a row.
 * - The first known game has no break and no results before it that anybody knows of.
 * - Results in a row come twice: whatever the break, and since the session began.
 */
import type { HistoryOptions } from './history-options.ts';
import { createLocalClock, type WallTime } from './local-clock.ts';
import type { PlayedGame } from './played-game.ts';
import { createSelection, type Verdict } from './selection.ts';
import { addResult, NO_STREAK, type Streak } from './streak.ts';

const MINUTE_MS = 60_000;

export interface GameInContext {
  readonly game: PlayedGame;
  readonly verdict: Verdict;
  readonly wall: WallTime;
  readonly endedAt: number;
  /** Counted up from 0. */
  readonly session: number;
  /** 1 is the first game of the session. */
  readonly position: number;
  /** Since the game before ended; null: none is known. */
  readonly breakMs: number | null;
  readonly streak: Streak;
  readonly sessionStreak: Streak;
}

/** Oldest first. Games that nobody played are left out: they took no time and had no result. */
export function readInContext(games: readonly PlayedGame[], options: HistoryOptions): GameInContext[] {
  const clock = createLocalClock(options.zone, options.dayStartMinutes);
  const select = createSelection(options);
  let before: Before = BEGINNING;
  return games
    .filter(({ standing }) => standing !== 'void')
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
    .map((game) => {
      const wall = clock.at(game.startedAt);
      const placed = place(game, wall, select(game, wall.day), before, options.gapMinutes * MINUTE_MS);
      before = after(placed, before);
      return placed;
    });
}

/** What is known when a game begins. */
interface Before {
  readonly endedAt: number | null;
  readonly session: number;
  /** Games of the session so far. */
  readonly position: number;
  readonly streak: Streak;
  readonly sessionStreak: Streak;
}

const BEGINNING: Before = {
  endedAt: null,
  session: -1,
  position: 0,
  streak: NO_STREAK,
  sessionStreak: NO_STREAK,
};

function place(
  game: PlayedGame,
  wall: WallTime,
  verdict: Verdict,
  before: Before,
  gapMs: number,
): GameInContext {
  const breakMs = before.endedAt === null ? null : Math.max(0, game.startedAt - before.endedAt);
  const isNew = breakMs === null || breakMs > gapMs;
  return {
    game,
    verdict,
    wall,
    endedAt: game.startedAt + game.seconds * 1_000,
    session: before.session + (isNew ? 1 : 0),
    position: (isNew ? 0 : before.position) + 1,
    breakMs,
    streak: before.streak,
    sessionStreak: isNew ? NO_STREAK : before.sessionStreak,
  };
}

function after(placed: GameInContext, before: Before): Before {
  const { game, verdict, endedAt, session, position, streak, sessionStreak } = placed;
  const passed = { endedAt: Math.max(endedAt, before.endedAt ?? endedAt), session };
  // A remake, or a game against bots: time has passed, and that is all.
  if (!verdict.hasResult) return { ...passed, position: position - 1, streak, sessionStreak };
  const result = { isWin: game.isWin, isCounted: verdict.isCounted };
  return {
    ...passed,
    position,
    streak: addResult(streak, result),
    sessionStreak: addResult(sessionStreak, result),
  };
}
