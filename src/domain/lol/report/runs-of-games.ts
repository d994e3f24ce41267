/** Games that belong together because they followed each other: won or lost in a row, or played in one sitting. */
import type { PlayedGame } from '../history/played-game.ts';

export interface Streaks {
  readonly wins: number;
  readonly losses: number;
}

export interface PlayedSession {
  /** Whose, where there are several. */
  readonly who: string | null;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly games: number;
  readonly wins: number;
}

/** A longer break between the end of a game and the next one's start begins a new session. */
const GAP_MS = 60 * 60_000;

/** The longest of anybody's; each list in the order of play. */
export function longestStreaks(lists: readonly (readonly PlayedGame[])[]): Streaks {
  let longest: Streaks = { wins: 0, losses: 0 };
  for (const games of lists) {
    let current: Streaks = { wins: 0, losses: 0 };
    for (const { isWin } of games) {
      current = isWin ? { wins: current.wins + 1, losses: 0 } : { wins: 0, losses: current.losses + 1 };
      longest = {
        wins: Math.max(longest.wins, current.wins),
        losses: Math.max(longest.losses, current.losses),
      };
    }
  }
  return longest;
}

/** By time from its first start to its last end; of two equally long ones the earlier. */
export function longestSession(
  players: readonly { readonly name: string; readonly games: readonly PlayedGame[] }[],
  isNamed: boolean,
): PlayedSession | null {
  let longest: PlayedSession | null = null;
  for (const { name, games } of players) {
    for (const session of sessionsOf(games)) {
      if (longest === null || lengthOf(session) > lengthOf(longest))
        longest = { who: isNamed ? name : null, ...session };
    }
  }
  return longest;
}

type Session = Omit<PlayedSession, 'who'>;

function sessionsOf(games: readonly PlayedGame[]): readonly Session[] {
  const sessions: Session[] = [];
  for (const { startedAt, seconds, isWin } of games) {
    const endedAt = startedAt + seconds * 1_000;
    const last = sessions.at(-1);
    const wins = isWin ? 1 : 0;
    if (last === undefined || startedAt - last.endedAt > GAP_MS) {
      sessions.push({ startedAt, endedAt, games: 1, wins });
    } else {
      const longer = {
        endedAt: Math.max(last.endedAt, endedAt),
        games: last.games + 1,
        wins: last.wins + wins,
      };
      sessions[sessions.length - 1] = { startedAt: last.startedAt, ...longer };
    }
  }
  return sessions;
}

function lengthOf({ startedAt, endedAt }: Session): number {
  return endedAt - startedAt;
}
