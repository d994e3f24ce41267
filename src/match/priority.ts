/** Priority of a match, from its row to the lane of the call. */
import type { Lane } from '#/domain/limiter/limiter.ts';

/** A person is waiting. */
export const PERSON = 2;
/** Newly played. */
export const LIVE = 1;
export const BACKFILL = 0;

export type Priority = typeof PERSON | typeof LIVE | typeof BACKFILL;

export function laneOf(priority: number): Lane {
  if (priority >= PERSON) return 'person';
  return priority >= LIVE ? 'live' : 'backfill';
}
