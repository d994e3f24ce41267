/**
 * The crawl of Teamfight Tactics, as the kinds of work that it consists of:
 *
 *   crawl-platforms ──► read-ladder ──► list-matches ──► fetch-matches
 *   (the clock)         (a platform)    (a player)       (a batch of games)
 *
 * Beside it `read-player-ranks` asks for the ranks of players who were met in matches and are on no ladder that was read.
 *
 * What is to be done stands in the tables `player` and `match`; jobs only carry it out, and `refetch-wanted` sends anew what lost
 * its job. So the process may end at any moment, and the queue may even be emptied.
 */
import { REGIONS } from '#/domain/riot/routing.ts';
import type { JobKind } from '../define-job.ts';
import { createBodyWriter } from '../games/body-writer.ts';
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
