/**
 * Decides which matches are too old for a timeline: the upstream keeps timelines for a year and matches for two. Match numbers of a platform
 * increase with time, so one old match proves all smaller numbers old, without a call.
 */
import type { TimelineAge } from '#/match/fetch.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';

const KEPT_MS = 365 * 86_400_000;
/** Some days more: an unneeded call costs less than a missing timeline. */
const WORTH_ASKING_MS = KEPT_MS + 5 * 86_400_000;

export function createAgedGames(upstreamNow: () => Date): TimelineAge {
  const surelyAged = createNewestOlderThan(WORTH_ASKING_MS, upstreamNow);
  const aged = createNewestOlderThan(KEPT_MS, upstreamNow);
  return {
    note(id, endedAt) {
      surelyAged.note(id, endedAt);
      aged.note(id, endedAt);
    },
    hasNoTimeline: (id) => surelyAged.includes(id),
    mayHaveNoTimeline: (id) => aged.includes(id),
  };
}

function createNewestOlderThan(ageMs: number, upstreamNow: () => Date) {
  const newest = new Map<string, bigint>();
  return {
    note(id: string, endedAt: Date): void {
      const place = placeOfMatch(id);
      if (place === undefined || endedAt.getTime() > upstreamNow().getTime() - ageMs) return;
      const number = numberOf(id);
      if (number > (newest.get(place.platform) ?? 0n)) newest.set(place.platform, number);
    },
    includes(id: string): boolean {
      const place = placeOfMatch(id);
      return place !== undefined && numberOf(id) <= (newest.get(place.platform) ?? -1n);
    },
  };
}

function numberOf(id: string): bigint {
  return BigInt(id.slice(id.indexOf('_') + 1));
}
