/**
 * The work of League of Legends. Job kinds:
 *
 *   (look-up-player ──►) collect-history                  a history that a person requested
 *   request, visit, schedule ──► sync-account             linked accounts; sweep-accounts reclaims syncs that broke off
 *   collect-tracked (hourly) ──► collect-player           tracked players
 *   read-ranks (daily) ──► read-rank                      ranks of both
 *
 * They enqueue matches and timelines as rows, which the queues below claim and fetch, so the process may end at any moment. Weekly
 * reports are in `reports.ts`.
 */
import { createFetchBody, createFetchQueues } from '#/match/fetch.ts';
import { findWaitingLookups } from '#/match/people.ts';
import { BACKFILL, LIVE, PERSON } from '#/match/priority.ts';
import type { RowQueue } from '#/match/queue.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { createAgedGames, matchRules, timelineRules } from './body.ts';
import { createCollectHistory, type LolCollectOptions } from './collect.ts';
import { endFinishedCollections, findUnlistedCollections } from './collection-rows.ts';
import { createLookUpPlayer } from './find.ts';
import { COLLECT_HISTORY, LOOK_UP_PLAYER, SOURCE } from './kinds.ts';
import type { HistoryNotices } from './progress.ts';
import { createReadRank } from './ranks.ts';
import {
  createScheduleSyncs,
  createSweepAccounts,
  createSyncAccount,
  type LolAccountsOptions,
} from './sync.ts';
import {
  createCollectPlayer,
  createCollectTracked,
  createReadRanks,
  type LolTrackingOptions,
} from './tracking.ts';
import { Type } from 'typebox';

/**
 * What a person waits for has slots of its own, and more of them wait at the limiter than a personal key permits in a second: a short
 * queue there leaves the rest of a window unused. Of other matches only a few wait there, because the priority of a match that waits at
 * the limiter can no longer be raised.
 */
const LANES = [
  { kind: 'lol/fetch-for-person', slots: 60, lookMs: 250, priorities: [PERSON, PERSON + 1] },
  { kind: 'lol/fetch-games', slots: 24, priorities: [BACKFILL, LIVE] },
] as const;

export function createLolCollecting(options: LolCollectOptions, notices: HistoryNotices): readonly JobKind[] {
  return [
    createLookUpPlayer(options),
    createCollectHistory(options, notices),
    createRefetchWanted(options, notices),
  ];
}

export function createLolQueues(
  { database, riot, now, upstreamNow = now, random, missingWaitsMs }: LolCollectOptions,
  notices: HistoryNotices,
): readonly RowQueue[] {
  return createFetchQueues({
    database,
    source: SOURCE,
    fetchMatch: createFetchBody(riot.lolMatch, matchRules(missingWaitsMs), random),
    timelines: {
      fetch: createFetchBody(riot.lolTimeline, timelineRules(missingWaitsMs), random),
      age: createAgedGames(upstreamNow),
    },
    lanes: LANES,
    onWritten: (ids) => notices.settled(ids),
  });
}

/**
 * Sends the jobs of look-ups and of collections without a list again if they were lost, and ends collections without wanted matches. All
 * jobs can be recreated from the tables.
 */
function createRefetchWanted(
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

export function createLolAccountsKinds(options: LolAccountsOptions): readonly JobKind[] {
  return [createSyncAccount(options), createSweepAccounts(options), createScheduleSyncs(options)];
}

export function createTrackingKinds(options: LolTrackingOptions): readonly JobKind[] {
  return [
    createCollectTracked(options),
    createCollectPlayer(options),
    createReadRanks(options),
    createReadRank(options),
  ];
}
