/**
 * The schedules of tracking: the newest matches hourly, ranks daily, linked accounts included. A missed round is run once. It makes no
 * upstream calls, so rate limits cannot delay it.
 */
import { Type } from 'typebox';
import { listAccounts } from '../accounts/account.ts';
import { listTracked } from './tracked-player.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { trackingKinds, type CollectPayload, type LolTrackingOptions } from './tracking-options.ts';

type Options = Pick<LolTrackingOptions, 'database' | 'keyId' | 'settings'>;

const RETRY = { limit: 4, firstDelaySeconds: 5, maxDelaySeconds: 60 };

export function createCollectTracked({ database, keyId, settings }: Options): JobKind<object> {
  const kinds = trackingKinds(settings);
  return defineJob({
    kind: kinds.collectTracked,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: RETRY,
    concurrency: 1,
    ...scheduled(settings, settings.latestCron),
    async handle(_payload, { jobs, log }) {
      const key = keyId();
      const players = (await listTracked(database)).filter((player) => player.keyId === key);
      if (players.length === 0) return skip('no player is tracked');
      const wishes = players.map(({ puuid }): CollectPayload => ({
        puuid,
        force: false,
        requestedBy: 'schedule',
      }));
      const sent = await jobs.sendMany(kinds.collectPlayer, wishes);
      log.info({ players: players.length, sent }, 'tracked players requested');
      return done();
    },
  });
}

export function createReadRanks({ database, keyId, settings }: Options): JobKind<object> {
  const kinds = trackingKinds(settings);
  return defineJob({
    kind: kinds.readRanks,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: RETRY,
    concurrency: 1,
    ...scheduled(settings, settings.ranksCron),
    async handle(_payload, { jobs }) {
      const key = keyId();
      const known = [...(await listTracked(database)), ...(await listAccounts(database))];
      const players = new Map(known.filter((one) => one.keyId === key).map((one) => [one.puuid, one]));
      if (players.size === 0) return skip('no player is tracked or linked');
      await jobs.sendMany(
        kinds.readRank,
        [...players.values()].map(({ puuid, platform, keyId: key }) => ({ puuid, platform, keyId: key })),
      );
      return done();
    },
  });
}

function scheduled({ isScheduled, timeZone }: Options['settings'], cron: string) {
  return isScheduled ? { schedule: { cron, timeZone, missed: 'once' as const, payload: {} } } : {};
}
