/** Options of the TFT crawl, and the names of its job kinds. */
import type { Platform, Region } from '#/domain/riot/routing.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { Kept } from '#/match/match.ts';
import type { FindUnranked } from './read-player-ranks.ts';

export const SOURCE = 'tft';
export const MATCHES: Kept = { source: SOURCE, kind: 'match' };
export const READ_LADDER = 'tft/read-ladder';
export const ENOUGH_PLAYERS = 200;

export interface TftCrawlOptions {
  readonly database: Database;
  readonly riot: Pick<
    RiotClient,
    'tftApexLeague' | 'tftLeagueEntries' | 'tftLeagueOfPlayer' | 'tftMatchIds' | 'tftMatch'
  >;
  /** Id of the current API key, which puuids belong to; undefined without a key. */
  readonly keyId: () => string | undefined;
  readonly platforms: readonly Platform[];
  /** Minimum time between two reads of a platform's ladder. */
  readonly cooldownMinutes: number;
  /** How far back the first list of a player reaches. */
  readonly historyDays: number;
  readonly now: () => Date;
  /** The upstream's time, which differs in a practice world that runs faster. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** Finds players of collected matches without a rank. Absent: no ranks are read by puuid. */
  readonly findUnranked?: FindUnranked | undefined;
  /** With fewer players in the apex tiers, the tiers below are read as well. Default: `ENOUGH_PLAYERS`. */
  readonly enoughPlayers?: number | undefined;
  /** Number of ladder players whose ranks are read per cycle. Default: only those who are crawled. */
  readonly rankedPlayers?: number | undefined;
  /** Maximum number of crawled players per platform while there are calls to spare. Default: `enoughPlayers`. */
  readonly mostPlayers?: number | undefined;
}

/** One kind per region, so that calls waiting for one host's limits do not use the slots of another. */
export function listKind(region: Region): string {
  return `tft/list-matches/${region}`;
}

export function fetchKind(region: Region): string {
  return `tft/fetch-matches/${region}`;
}
