/** Names of the job kinds that collect LoL matches, and their batches. */
import type { Region } from '#/domain/riot/routing.ts';
import type { Kept } from '#/match/match.ts';
import { PERSON } from '#/match/priority.ts';

export const SOURCE = 'lol';
export const MATCHES: Kept = { source: SOURCE, kind: 'match' };
export const TIMELINES: Kept = { source: SOURCE, kind: 'timeline' };

export const LOOK_UP_PLAYER = 'lol/look-up-player';
export const COLLECT_HISTORY = 'lol/collect-history';
/** The cursor of a player's match list, as read by collections. */
export const HISTORY_CURSOR = 'history';

/**
 * Matches per batch, and concurrent calls of a batch; twelve batches run at once. A person's matches all wait at the limiter, because a
 * short queue there leaves the rest of a window to others. Other matches wait there in small numbers: at the limiter they can be
 * overtaken, but no longer moved to another batch.
 */
const BATCHES = {
  person: { size: 5, atOnce: 5 },
  nobody: { size: 25, atOnce: 2 },
} as const;

export function batchesFor(priority: number): { readonly size: number; readonly atOnce: number } {
  return priority >= PERSON ? BATCHES.person : BATCHES.nobody;
}

/**
 * One kind per region, so that calls waiting for one host's limits use their own slots, and one more for persons, so that they do not wait
 * for a slot either. The priority of a batch never changes, so it has one kind.
 */
export function fetchKind(region: Region, priority: number): string {
  return priority >= PERSON ? `lol/fetch-for-person/${region}` : `lol/fetch-games/${region}`;
}
