/**
 * Stores a player's rank in every ranked queue when it has changed. An unranked player adds nothing, and nothing is stored about a player
 * who is no longer followed and may have been forgotten meanwhile.
 */
import { findPlatform } from '#/domain/riot/routing.ts';
import { appendChangedRanks } from '#/match/ranks.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Database, Transaction } from '#/runtime/postgres/database.ts';
import type { CallOptions } from '#/upstream/call.ts';
import { type CallFailure, describeFailure, postponeOrThrow } from '#/upstream/retry.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import { holdFollowed } from './forget.ts';
import { SOURCE } from './kinds.ts';
import { noteTrackedFailed, noteTrackedRanked } from './tracked-rows.ts';
import { type LolTrackingOptions, trackingKinds } from './tracking.ts';
import { Type } from 'typebox';

export interface PlayerRanksDeps {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolLeagueOfPlayer'>;
  readonly now: () => Date;
  readonly upstreamNow?: (() => Date) | undefined;
}

interface RankedPlayer {
  readonly puuid: string;
  readonly platform: string;
  /** Whether the player is still followed; if so, locks the player until the transaction ends. Default: linked or tracked. */
  readonly hold?: (tx: Transaction) => Promise<boolean>;
}

const whoIsFollowed = (puuid: string) => async (tx: Transaction) => (await holdFollowed(tx, [puuid])) > 0;

/** Null on success, also if there is no rank. */
export async function keepRanksOfPlayer(
  { database, riot, now, upstreamNow = now }: PlayerRanksDeps,
  { puuid, platform: name, hold = whoIsFollowed(puuid) }: RankedPlayer,
  calling: CallOptions,
): Promise<CallFailure | null> {
  const platform = findPlatform(name);
  if (platform === undefined) throw new Error(`${puuid} plays on ${name}, which is no platform`);
  const answer = await riot.lolLeagueOfPlayer({ platform, puuid }, calling);
  if (answer.outcome !== 'ok') return answer;
  // Taken after the answer: the rank may not include matches that ended during the call.
  const takenAt = upstreamNow();
  await database.transaction(async (tx) => {
    if (!(await hold(tx))) return;
    for (const { queueType, tier, rank, leaguePoints, wins, losses } of answer.body) {
      if (typeof tier !== 'string' || typeof leaguePoints !== 'number') continue;
      const ladder = { source: SOURCE, platform, queue: toStorableText(queueType), takenAt };
      const standing = { puuid, tier: toStorableText(tier), division: toStorableText(rank ?? 'I') };
      await appendChangedRanks(tx, ladder, [{ ...standing, leaguePoints, wins, losses }]);
    }
  });
  return null;
}

const Payload = Type.Object({
  puuid: Type.String({ minLength: 1, maxLength: 100 }),
  platform: Type.String({ minLength: 1, maxLength: 8 }),
  keyId: Type.String(),
});

export function createReadRank(
  options: LolTrackingOptions,
): JobKind<{ puuid: string; platform: string; keyId: string }> {
  const { database, now, random = Math.random } = options;
  return defineJob({
    kind: trackingKinds(options.settings).readRank,
    payload: Payload,
    key: ({ puuid }) => `rank:${puuid}`,
    onePerKey: true,
    retry: { limit: 4, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    timeoutSeconds: 6 * 3_600,
    concurrency: 8,
    async handle({ puuid, platform, keyId }, { signal }) {
      if (keyId !== options.keyId()) return skip('player id belongs to another API key');
      const failure = await keepRanksOfPlayer(options, { puuid, platform }, { lane: 'live', signal });
      if (failure === null) {
        await noteTrackedRanked(database, puuid);
        return done();
      }
      await noteTrackedFailed(database, puuid, toStorableText(`the rank: ${describeFailure(failure)}`));
      return postponeOrThrow(failure, 'the rank', now(), random());
    },
  });
}
