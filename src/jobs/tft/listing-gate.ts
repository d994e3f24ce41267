/**
 * Holds back listing while there is plenty to fetch. A list brings dozens of games, so with a small budget lists would use up what
 * the games need, and thousands of ids would lie there with hardly a body. Fetching never runs short by it: so many are left
 * as even the largest known budget needs for some seconds.
 */
import { PLATFORMS, regionOf, type Region } from '#/domain/riot/routing.ts';
import { countDue } from '#/stores/postgres/match.ts';
import type { Database } from '#/stores/postgres/database.ts';
import { pause } from '#/stores/pause.ts';
import { MATCHES } from './crawl-options.ts';

export interface ListingGate {
  /** Rejects with the signal's reason. */
  waitForRoom(region: Region, signal: AbortSignal): Promise<void>;
}

const PLENTY = 500;
const LOOK_MS = 1_000;

export function createListingGate(database: Database): ListingGate {
  const looks = new Map<Region, { readonly at: number; readonly count: Promise<number> }>();
  /** One look a second for all who wait. */
  const countWanted = (region: Region): Promise<number> => {
    const last = looks.get(region);
    if (last !== undefined && performance.now() - last.at < LOOK_MS) return last.count;
    const platforms = PLATFORMS.filter((platform) => regionOf(platform) === region);
    const count = countDue(database, MATCHES, platforms, PLENTY);
    looks.set(region, { at: performance.now(), count });
    return count;
  };
  return {
    async waitForRoom(region, signal) {
      while ((await countWanted(region)) >= PLENTY) {
        await pause(LOOK_MS, signal);
        signal.throwIfAborted();
      }
    },
  };
}
