/** How much a game is in a hurry, from the row that wants it to the lane that it is asked for in. */
import type { Lane } from '#/domain/limiter/limiter.ts';

/** Somebody sits there and waits for it. */
export const PERSON = 2;
/** It was just played. */
export const LIVE = 1;
export const BACKFILL = 0;

export type Priority = typeof PERSON | typeof LIVE | typeof BACKFILL;

export function laneOf(priority: number): Lane {
  if (priority >= PERSON) return 'person';
  return priority >= LIVE ? 'live' : 'backfill';
}
