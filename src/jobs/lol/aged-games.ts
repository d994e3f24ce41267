/**
 * Which games are too old to have a timeline: the upstream keeps them for a year, and games for two. Numbers of a platform grow with
 * time, so one game that is known to be old tells it of all with smaller numbers, and nobody has to ask for them.
 */
import { placeOfMatch } from '#/domain/riot/routing.ts';

export interface AgedGames {
  note(id: string, endedAt: Date): void;
  hasNoTimeline(id: string): boolean;
}

/** A few days more: who asks in vain loses a call, who does not ask loses a timeline. */
const TIMELINES_KEPT_MS = 370 * 86_400_000;

export function createAgedGames(upstreamNow: () => Date): AgedGames {
  const newestAged = new Map<string, bigint>();
  return {
    note(id, endedAt) {
      const place = placeOfMatch(id);
      if (place === undefined || endedAt.getTime() > upstreamNow().getTime() - TIMELINES_KEPT_MS) return;
      const number = numberOf(id);
      if (number > (newestAged.get(place.platform) ?? 0n)) newestAged.set(place.platform, number);
    },
    hasNoTimeline(id) {
      const place = placeOfMatch(id);
      return place !== undefined && numberOf(id) <= (newestAged.get(place.platform) ?? -1n);
    },
  };
}

function numberOf(id: string): bigint {
  return BigInt(id.slice(id.indexOf('_') + 1));
}
