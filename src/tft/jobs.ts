/**
 * The work of the TFT crawl:
 *
 *   crawl-platforms ──► read-ladder ──► list-matches ──► fetch-matches
 *   (schedule)          (a platform)    (a player)       (a match)
 *
 * The first two are jobs. Lists and matches are rows of `player` and `match`, claimed by the queues below, so the process may end at any
 * moment. `read-player-ranks` adds ranks of players outside the ladder pages that were read.
 */
import { createFetchBody, createFetchQueues } from '#/match/fetch.ts';
import { BACKFILL, PERSON } from '#/match/priority.ts';
import type { RowQueue } from '#/match/queue.ts';
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import { tftMatchRules } from './body.ts';
import { createCrawlPlatforms, SOURCE, type TftCrawlOptions } from './crawl.ts';
import { createReadLadder } from './ladder.ts';
import { createListQueue } from './list.ts';
import { createReadPlayerRanks } from './ranks.ts';
import type { Logger } from 'pino';

export function createTftKinds(options: TftCrawlOptions): readonly JobKind[] {
  return [
    createCrawlPlatforms(options),
    createReadLadder(options),
    ...(options.findUnranked ? [createReadPlayerRanks(options, options.findUnranked)] : []),
  ];
}

export function createTftQueues(options: TftCrawlOptions, log: Logger): readonly RowQueue[] {
  const { database, riot, random } = options;
  const fetchMatch = createFetchBody(riot.tftMatch, tftMatchRules, random);
  // More calls wait at the limiter than a window permits, so that a window is used up as soon as it opens.
  const lanes = [{ kind: 'tft/fetch-matches', slots: 100, priorities: [BACKFILL, PERSON] }] as const;
  return [
    createListQueue(options, log),
    ...createFetchQueues({ database, source: SOURCE, fetchMatch, lanes }),
  ];
}
