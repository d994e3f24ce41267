/** What is extracted from LoL matches and timelines before their bodies are stored. */
import { gameSeconds } from '#/domain/riot/lol-game.ts';
import { isBot } from '#/domain/riot/riot-ids.ts';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';
import type { LolTimeline } from '#/upstream/riot-schema/lol-timeline.ts';
import type { SeenPlayer } from '#/match/player.ts';
import { toName, toTime, type BodyRules } from '#/match/body.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';

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
