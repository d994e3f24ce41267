/**
 * The people one plays with: everybody who was on the same team more than once, and how often the games together were won. Who asked
 * whom to play is not known; in small regions strangers meet again. Their names are looked up by whoever has them.
 */
import { winShare, type WinCounts } from '../../statistics/win-cells.ts';
import { describeCells, type Cell } from './cell-list.ts';
import type { GameInContext } from './game-context.ts';
import type { PlayedGame } from './played-game.ts';

const MOST_MATES = 20;
const LEAST_TOGETHER = 2;

export interface MateName {
  readonly gameName: string;
  readonly tagLine: string;
}

export interface Mate extends Cell {
  /** Null: not looked up, or not known. */
  readonly gameName: string | null;
  readonly tagLine: string | null;
  readonly lastAt: string;
}

/** The most frequent ones, still without names. The key is the hash of the player. */
export function describeMates(games: readonly GameInContext[], baseline: WinCounts): Mate[] {
  const share = winShare(baseline);
  const mates = mostFrequentMates(games.map(({ game }) => game)).slice(0, MOST_MATES);
  const counts = mates.map(({ mate, n, wins, lastAt }) => ({
    key: mate,
    label: 'Unknown player',
    n,
    wins,
    expectedWins: n * share,
    gameName: null,
    tagLine: null,
    lastAt: new Date(lastAt).toISOString(),
  }));
  return describeCells(counts, baseline);
}

/** Whoever has no name there stays unknown. */
export function nameMates(mates: readonly Mate[], names: ReadonlyMap<string, MateName>): Mate[] {
  return mates.map((mate) => {
    const { gameName, tagLine } = names.get(mate.key) ?? mate;
    return gameName === null
      ? mate
      : Object.assign({}, mate, { label: `${gameName}#${tagLine}`, gameName, tagLine });
  });
}

/** Whoever was on the team twice or more often, with the start of the newest game together. */
export function mostFrequentMates(games: readonly PlayedGame[]) {
  const mates = new Map<string, { mate: string; n: number; wins: number; lastAt: number }>();
  for (const { mates: present, isWin, startedAt } of games) {
    for (const mate of present) {
      const known = mates.get(mate) ?? { mate, n: 0, wins: 0, lastAt: 0 };
      known.n++;
      known.wins += isWin ? 1 : 0;
      known.lastAt = Math.max(known.lastAt, startedAt);
      mates.set(mate, known);
    }
  }
  return [...mates.values()]
    .filter(({ n }) => n >= LEAST_TOGETHER)
    .toSorted((a, b) => b.n - a.n || (a.mate < b.mate ? -1 : 1));
}
