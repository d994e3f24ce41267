/**
 * The work that collects LoL matches:
 *
 *   (look-up-player ──►) collect-history ──► fetch-for-person    requested by a person
 *   (accounts, tracking) ──► fetch-games    everything else
 *
 * The first two are jobs. Matches and timelines are rows that the queues below claim, so the process may end at any moment.
 * `refetch-wanted` sends lost jobs of look-ups and collections again.
 */
import { createFetchBody, createFetchQueues } from '#/match/fetch.ts';
import { BACKFILL, LIVE, PERSON } from '#/match/priority.ts';
import type { RowQueue } from '#/match/queue.ts';
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import { createAgedGames } from './aged-games.ts';
import { matchRules, timelineRules } from './body.ts';
import { createCollectHistory } from './collect-history.ts';
import type { LolCollectOptions } from './collect-options.ts';
import type { HistoryNotices } from './history-notices.ts';
import { createLookUpPlayer } from './look-up-player.ts';
import { SOURCE } from './lol-kinds.ts';
import { createRefetchWanted } from './refetch-wanted.ts';

/**
 * What a person waits for has slots of its own, and more of them wait at the limiter than a personal key permits in a second: a short
 * queue there leaves the rest of a window unused. Of other matches only a few wait there, because the priority of a match that waits at
 * the limiter can no longer be raised.
 */
const LANES = [
  { kind: 'lol/fetch-for-person', slots: 60, priorities: [PERSON, PERSON + 1] },
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
