/** What is extracted from LoL matches and timelines before their bodies are stored, and which timelines cannot exist any more. */
import { gameSeconds } from '#/domain/riot/lol-game.ts';
import { isBot } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';
import { type BodyRules, toName, toTime } from '#/match/body.ts';
import type { TimelineAge } from '#/match/fetch.ts';
import type { SeenPlayer } from '#/match/people.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';
import type { LolTimeline } from '#/upstream/riot-schema/lol-timeline.ts';

/**
 * A person waits for the end of the collection, so a missing match is soon gone. If it appears later, the next listing within a day
 * enqueues it again.
 */
const MISSING_WAITS_MS = [5_000, 20_000, 60_000];

export function matchRules(missingWaitsMs: readonly number[] = MISSING_WAITS_MS): BodyRules<LolMatch> {
  return {
    kind: 'match',
    missingWaitsMs,
    readFacts(body) {
      const { gameCreation, gameStartTimestamp, gameEndTimestamp } = body.info;
      const startedAt = gameStartTimestamp ?? gameCreation;
      const endedAt = toTime(gameEndTimestamp ?? startedAt + Math.max(0, gameSeconds(body.info)) * 1_000);
      return { id: body.metadata.matchId, endedAt, seen: endedAt === null ? [] : seenIn(body, endedAt) };
    },
  };
}

export function timelineRules(missingWaitsMs: readonly number[] = MISSING_WAITS_MS): BodyRules<LolTimeline> {
  return {
    kind: 'timeline',
    missingWaitsMs,
    readFacts: ({ metadata }) => ({ id: metadata.matchId, endedAt: null, seen: [] }),
  };
}

function seenIn({ info }: LolMatch, lastGameAt: Date): SeenPlayer[] {
  const seen = new Map<string, SeenPlayer>();
  for (const { puuid, riotIdGameName, riotIdName, riotIdTagline } of info.participants) {
    if (isBot(puuid)) continue;
    seen.set(puuid, {
      puuid: toStorableText(puuid),
      games: 1,
      lastGameAt,
      gameName: toName(riotIdGameName ?? riotIdName),
      tagLine: toName(riotIdTagline),
    });
  }
  return [...seen.values()];
}

const KEPT_MS = 365 * 86_400_000;
/** Some days more: an unneeded call costs less than a missing timeline. */
const WORTH_ASKING_MS = KEPT_MS + 5 * 86_400_000;

/**
 * The upstream keeps timelines for a year and matches for two. Match numbers of a platform increase with time, so one old match proves
 * all smaller numbers old, without a call.
 */
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
