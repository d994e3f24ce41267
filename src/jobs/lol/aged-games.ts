/**
 * Which games are too old to have a timeline: the upstream keeps them for a year, and games for two. Numbers of a platform grow with
 * time, so one game that is known to be old tells it of all with smaller numbers, and nobody has to ask for them.
 */
import { placeOfMatch } from '#/domain/riot/routing.ts';

export interface AgedGames {
  note(id: string, endedAt: Date): void;
  /** It need not be asked for. */
  hasNoTimeline(id: string): boolean;
  /** At the border: worth one call, and an answer that there is none is believed at once. */
  mayHaveNoTimeline(id: string): boolean;
}

const KEPT_MS = 365 * 86_400_000;
/** A few days more: who asks in vain loses a call, who does not ask loses a timeline. */
const WORTH_ASKING_MS = KEPT_MS + 5 * 86_400_000;

export function createAgedGames(upstreamNow: () => Date): AgedGames {
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
