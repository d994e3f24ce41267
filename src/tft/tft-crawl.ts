/**
 * The job kinds of the TFT crawl:
 *
 *   crawl-platforms ──► read-ladder ──► list-matches ──► fetch-matches
 *   (schedule)          (a platform)    (a player)       (a batch of matches)
 *
 * `read-player-ranks` adds ranks of players outside the ladder pages that were read.
 *
 * The work list is in the tables `player` and `match`; `refetch-wanted` sends lost jobs again, so the process may end at any moment and the
 * queue may even be emptied.
 */
import { REGIONS } from '#/domain/riot/routing.ts';
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import { createBodyWriter } from '#/match/body-writer.ts';
import { createCrawlPlatforms } from './crawl-platforms.ts';
import { SOURCE, type TftCrawlOptions } from './crawl-options.ts';
import { createFetchMatches } from './fetch-matches.ts';
import { createListMatches } from './list-matches.ts';
import { createListingGate } from './listing-gate.ts';
import { createReadLadder } from './read-ladder.ts';
import { createReadPlayerRanks } from './read-player-ranks.ts';
import { createRefetchWanted } from './refetch-wanted.ts';

export function createTftCrawl(options: TftCrawlOptions): readonly JobKind[] {
  const gate = createListingGate(options.database);
  const writer = createBodyWriter({ database: options.database, source: SOURCE });
  return [
    createCrawlPlatforms(options),
    createRefetchWanted(options),
    createReadLadder(options),
    ...(options.findUnranked ? [createReadPlayerRanks(options, options.findUnranked)] : []),
    ...REGIONS.map((region) => createListMatches(options, region, gate)),
    ...REGIONS.map((region) => createFetchMatches(options, region, writer)),
  ];
}
