/**
 * Delays listing while many matches wait to be fetched. One list brings dozens of matches, so with a small budget lists would use the
 * calls that the matches need. The limit is a backlog that keeps even the largest known budget busy for some seconds.
 */
import { PLATFORMS, regionOf, type Region } from '#/domain/riot/routing.ts';
import { countDue } from '#/match/match.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { pause } from '#/runtime/pause.ts';
import { MATCHES } from './crawl-options.ts';

export interface ListingGate {
  /** Rejects with the signal's reason. */
  waitForRoom(region: Region, signal: AbortSignal): Promise<void>;
}

const FULL_BACKLOG = 500;
const LOOK_MS = 1_000;

export function createListingGate(database: Database): ListingGate {
  const looks = new Map<Region, { readonly at: number; readonly count: Promise<number> }>();
  /** One query per second, shared by all waiting callers. */
  const countWanted = (region: Region): Promise<number> => {
    const last = looks.get(region);
    if (last !== undefined && performance.now() - last.at < LOOK_MS) return last.count;
    const platforms = PLATFORMS.filter((platform) => regionOf(platform) === region);
    const count = countDue(database, MATCHES, platforms, FULL_BACKLOG);
    looks.set(region, { at: performance.now(), count });
    return count;
  };
  return {
    async waitForRoom(region, signal) {
      while ((await countWanted(region)) >= FULL_BACKLOG) {
        await pause(LOOK_MS, signal);
        signal.throwIfAborted();
      }
    },
  };
}
