/**
 * Sends lost jobs again: for wanted matches and timelines (`games/send-wanted.ts`), look-ups of Riot IDs, and collections without a list; ends
 * collections without wanted matches. All jobs can be recreated from the tables.
 */
import { Type } from 'typebox';
import { endFinishedCollections, findUnlistedCollections } from './collection.ts';
import { findWaitingLookups } from '#/match/name-lookup.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { adoptStrays, sendDueBatches } from '#/match/send-wanted.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { LolCollectOptions } from './collect-options.ts';
import type { HistoryNotices } from './history-notices.ts';
import { COLLECT_HISTORY, fetchKind, LOOK_UP_PLAYER, MATCHES, SOURCE, TIMELINES } from './lol-kinds.ts';

export function createRefetchWanted(
  { database }: Pick<LolCollectOptions, 'database'>,
  notices: HistoryNotices,
): JobKind<object> {
  const tables = [MATCHES, TIMELINES].map((kept) => ({ database, kept, kindFor: fetchKind }));
  return defineJob({
    kind: 'lol/refetch-wanted',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 10, maxDelaySeconds: 60 },
    concurrency: 1,
    schedule: { cron: '*/2 * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, signal, log }) {
      let found = 0;
      for (const table of tables) {
        found += await adoptStrays(table, jobs, signal);
        found += await sendDueBatches(table, jobs);
      }
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
      if (found + ended.length === 0) return skip('every wanted match has a job');
      log.warn(
        { jobs: found, collections: ended.length },
        'jobs sent again for wanted matches and collections',
      );
      return done();
    },
  });
}
