/** How the work of collecting games of League of Legends is called, and which rows it is about. */
import type { Region } from '#/domain/riot/routing.ts';
import type { Kept } from '#/stores/postgres/match.ts';
import { PERSON } from '../games/priority.ts';

export const SOURCE = 'lol';
export const MATCHES: Kept = { source: SOURCE, kind: 'match' };
export const TIMELINES: Kept = { source: SOURCE, kind: 'timeline' };

export const LOOK_UP_PLAYER = 'lol/look-up-player';
export const COLLECT_HISTORY = 'lol/collect-history';
/** How far a player's list of games has been read by collections. */
export const HISTORY_CURSOR = 'history';

/**
 * Games of a batch, and how many of them are asked for at once; there are twelve batches at a time. What a person waits for is all at
 * the limiter, where nobody overtakes it: a line that is too short leaves the rest of a window to others. Of games that nobody
 * waits for it is few: they can be overtaken there, but not moved any more.
 */
const BATCHES = {
  person: { size: 5, atOnce: 5 },
  nobody: { size: 25, atOnce: 2 },
} as const;

export function batchesFor(priority: number): { readonly size: number; readonly atOnce: number } {
  return priority >= PERSON ? BATCHES.person : BATCHES.nobody;
}

/**
 * One kind for each region, so that calls wait for their host's limits in slots of their own; and one more for what a person waits
 * for, so that it need not wait for a slot either. A batch goes by one priority all its life, so it has one kind.
 */
export function fetchKind(region: Region, priority: number): string {
  return priority >= PERSON ? `lol/fetch-for-person/${region}` : `lol/fetch-games/${region}`;
}
