/**
 * The job kinds that collect LoL matches:
 *
 *   (look-up-player ──►) collect-history ──► fetch-for-person    requested by a person
 *   (accounts, tracking) ──► fetch-games    everything else
 *
 * The work list is in the tables `name_lookup`, `collection`, `match` and `timeline`; `refetch-wanted` sends lost jobs again, so the process may
 * end at any moment and the queue may even be emptied.
 */
import { REGIONS } from '#/domain/riot/routing.ts';
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import { createBodyWriter } from '#/match/body-writer.ts';
import { BACKFILL, PERSON } from '#/match/priority.ts';
import { createAgedGames } from './aged-games.ts';
import { createCollectHistory } from './collect-history.ts';
import type { LolCollectOptions } from './collect-options.ts';
import { createFetchGame } from './fetch-game.ts';
import { createFetchGames } from './fetch-games.ts';
import type { HistoryNotices } from './history-notices.ts';
import { createLookUpPlayer } from './look-up-player.ts';
import { SOURCE } from './lol-kinds.ts';
import { createRefetchWanted } from './refetch-wanted.ts';

export function createLolCollecting(options: LolCollectOptions, notices: HistoryNotices): readonly JobKind[] {
  const { database, now, upstreamNow = now } = options;
  const writer = createBodyWriter({ database, source: SOURCE, onWritten: (ids) => notices.settled(ids) });
  const aged = createAgedGames(upstreamNow);
  const deps = { database, now, aged, fetchGame: createFetchGame(options, writer, aged) };
  return [
    createLookUpPlayer(options),
    createCollectHistory(options, notices),
    createRefetchWanted(options, notices),
    ...REGIONS.map((region) => createFetchGames(deps, region, PERSON)),
    ...REGIONS.map((region) => createFetchGames(deps, region, BACKFILL)),
  ];
}
