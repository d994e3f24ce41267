/**
 * Which rank a board has, and how good it is. A board takes the last rank snapshot of its player at or before the match's start,
 * otherwise the first one after. `rank_hours` is the distance between the two and says by its sign which side it is.
 *
 * The start is the end of the match (`game_datetime`) minus its length (`game_length`), which every body has. `gameCreation` is the
 * opening of the lobby, half a minute earlier, and missing before 2024. A rank from before the end would already hold the match's own
 * result for players who were eliminated early.
 */
import type { TftGame } from './game.ts';

/** The value of `rank_hours` on a board whose player has no known rank. */
export const UNKNOWN_RANK_HOURS = -32_768;
const MAX_RANK_HOURS = 32_767;
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/**
 * strict: taken before the start, and not older than the setting `TFT_STRICT_RANK_HOURS`. day: at most 24 hours away, on either side.
 * older: further away.
 */
export const RANK_QUALITIES = ['strict', 'day', 'older', 'unknown'] as const;
export type RankQuality = (typeof RANK_QUALITIES)[number];

/** In ms; a whole second, so that the columns `ended_at` and `seconds` give the same. */
export function startOf({ endedAt, lengthSeconds }: Pick<TftGame, 'endedAt' | 'lengthSeconds'>): number {
  return (Math.floor(endedAt / 1000) - secondsOf(lengthSeconds)) * 1000;
}

/** 0: unknown. */
export function secondsOf(lengthSeconds: number | null): number {
  return Math.max(0, Math.min(Math.floor(lengthSeconds ?? 0), 65_535));
}

/**
 * 0, -1, …: the snapshot is so many whole hours older than the start. 1, 2, …: it was taken within so many hours after the start.
 * Both times in ms.
 */
export function rankHours(startedAt: number, takenAt: number): number {
  const hours = Math.ceil((takenAt - startedAt) / HOUR_MS);
  // `+ 0` turns -0 into 0.
  return Math.max(-MAX_RANK_HOURS, Math.min(hours, MAX_RANK_HOURS)) + 0;
}

export function rankQuality(hours: number, strictHours: number): RankQuality {
  if (hours === UNKNOWN_RANK_HOURS) return 'unknown';
  if (hours <= 0 && hours >= -strictHours) return 'strict';
  return Math.abs(hours) <= DAY_HOURS ? 'day' : 'older';
}

const DOUBLE_UP_QUEUES: ReadonlySet<number> = new Set([1150, 1160]);

/** The ladder by which players of a queue are measured. Queues without a ladder of their own use the main one. */
export function ladderOf(queue: number): string {
  return DOUBLE_UP_QUEUES.has(queue) ? 'RANKED_TFT_DOUBLE_UP' : 'RANKED_TFT';
}
