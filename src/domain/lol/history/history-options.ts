/**
 * How somebody wants to look at a history: by which clock, where a day and a session begin and end, and which games count. The filter
 * decides which games are counted; what came before a game (its session, the streak, the break) is always read from all games, so that
 * a filter never makes two games neighbours that were not.
 */
import type { Role } from './played-game.ts';

export interface HistoryOptions {
  /** IANA name; hours, weekdays and dates are those of its wall clock at the start of a game. */
  readonly zone: string;
  /** Minutes after midnight at which a new day begins: with 300, what is played at 04:59 belongs to the evening before. */
  readonly dayStartMinutes: number;
  /** A longer break between the end of a game and the start of the next begins a new session. */
  readonly gapMinutes: number;
  /** Empty: every queue in which people play against people. */
  readonly queues: readonly number[];
  /** Empty: all, and games without a role too. */
  readonly roles: readonly Role[];
  /** Ids; empty: all. */
  readonly champions: readonly number[];
  /** First and last day, `2026-11-01`, both included. */
  readonly from: string | null;
  readonly until: string | null;
}

export const DEFAULT_OPTIONS: HistoryOptions = {
  zone: 'UTC',
  dayStartMinutes: 0,
  gapMinutes: 60,
  queues: [],
  roles: [],
  champions: [],
  from: null,
  until: null,
};

export const OPTION_LIMITS = {
  leastGapMinutes: 5,
  mostGapMinutes: 720,
  listLength: 50,
  mostQueue: 65_535,
  mostChampion: 65_535,
} as const;
