/** Reads the rank of one player, daily and when tracking starts, for the curve of league points. */
import { Type } from 'typebox';
import { noteTrackedFailed, noteTrackedRanked } from './tracked-player.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { describeFailure, postponeOrThrow } from '#/upstream/retry.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { keepRanksOfPlayer } from '../player-ranks.ts';
import { trackingKinds, type LolTrackingOptions } from './tracking-options.ts';

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
