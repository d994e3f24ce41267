/**
 * When a page that shows a history should ask for it again. The live feed tells how far the collection is, but not what the games say: that is
 * asked for when there is more to see than what is shown, and no more often than a person can look.
 */
import type { LolCollection } from '#/contract/lol-collection.ts';

import { ApiProblem } from '../../../lib/api-problem.ts';
import { isPassing } from '../../../lib/asking-again.ts';

/** Where the server does not say when to ask again. */
export const WAIT_MS = 10_000;
const POLL_MS = 4_000;

type Standing = Pick<LolCollection, 'state' | 'isRunning' | 'uncounted' | 'progress'>;

export function hasMoreThan(told: Standing, shown: Standing): boolean {
  return markOf(told) !== markOf(shown);
}

/** What of a collection the charts depend on: while it stays the same, there is nothing new to see. */
export function markOf(collection: Standing): string {
  const { state, isRunning, progress } = collection;
  return [state, isRunning, progress.total, countedIn(collection)].join(' ');
}

/** Whether the page asks again by itself: also without a valid API key (424), because the operator may set one. */
export function isWaitedFor(error: Error | null): error is ApiProblem {
  return isPassing(error) || (error instanceof ApiProblem && error.status === 424);
}

/** Whether something is still to come. */
export function isMoving({ isRunning, uncounted, progress }: Standing): boolean {
  return isRunning || uncounted > 0 || progress.wanted > 0;
}

/** In how many ms a page asks by itself: when the server had no time, and where no feed tells how far the collection is. */
export function nextAsking(
  {
    data,
    error,
  }: { readonly data: { readonly collection: Standing } | undefined; readonly error: Error | null },
  isLive: boolean,
): number | false {
  // A look-up that ended without a player leaves nothing to follow.
  const isOver = error !== null && data?.collection.state === 'finding';
  if (data !== undefined && !isOver) return !isLive && isMoving(data.collection) ? POLL_MS : false;
  return isWaitedFor(error) ? (error.retryAfterMs ?? WAIT_MS) : false;
}

/** Games that the analysis knows. */
function countedIn({ progress, uncounted }: Standing): number {
  return progress.done - uncounted;
}
