/**
 * Sends the jobs of look-ups and of collections without a list again if they were lost, and ends collections without wanted matches. All
 * jobs can be recreated from the tables.
 */
import { Type } from 'typebox';
import { endFinishedCollections, findUnlistedCollections } from './collection.ts';
import { findWaitingLookups } from '#/match/name-lookup.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { LolCollectOptions } from './collect-options.ts';
import type { HistoryNotices } from './history-notices.ts';
import { COLLECT_HISTORY, LOOK_UP_PLAYER, SOURCE } from './lol-kinds.ts';

export function createRefetchWanted(
  { database }: Pick<LolCollectOptions, 'database'>,
  notices: HistoryNotices,
): JobKind<object> {
  return defineJob({
    kind: 'lol/refetch-wanted',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 10, maxDelaySeconds: 60 },
    concurrency: 1,
    schedule: { cron: '*/2 * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      let found = 0;
      const unlisted = await findUnlistedCollections(database, SOURCE);
      if (unlisted.length > 0)
        found += await jobs.sendMany(
          COLLECT_HISTORY,
          unlisted.map((collection) => ({ collection })),
        );
      const waiting = await findWaitingLookups(database, SOURCE);
      if (waiting.length > 0)
        found += await jobs.sendMany(
          LOOK_UP_PLAYER,
          waiting.map((lookup) => ({ lookup })),
        );
      const ended = await endFinishedCollections(database, SOURCE);
      notices.changed(ended);
      if (found + ended.length === 0) return skip('every look-up and collection has a job');
      log.warn({ jobs: found, collections: ended.length }, 'jobs sent again for look-ups and collections');
      return done();
    },
  });
}
