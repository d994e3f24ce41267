/** What the crawl of Teamfight Tactics is made of, and how its kinds of work are called. */
import type { Platform, Region } from '#/domain/riot/routing.ts';
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import type { Database } from '#/stores/postgres/database.ts';
import type { Kept } from '#/stores/postgres/match.ts';
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
  /** Names the key that puuids are got with now; undefined while there is none. */
  readonly keyId: () => string | undefined;
  readonly platforms: readonly Platform[];
  /** At least so long lies between two readings of a platform's ladder. */
  readonly cooldownMinutes: number;
  /** How far back a player's games are listed when they are listed for the first time. */
  readonly historyDays: number;
  readonly now: () => Date;
  /** The time that games are played at: another one in a practice world that runs fast. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** Finds players of collected matches without a rank. Absent: no ranks are read by puuid. */
  readonly findUnranked?: FindUnranked | undefined;
  /** With fewer players in the apex tiers, the tiers below are read as well. Default: `ENOUGH_PLAYERS`. */
  readonly enoughPlayers?: number | undefined;
  /** As far down as ranks are read once in a cycle, of players who are met in matches. Default: none beyond those crawled. */
  readonly rankedPlayers?: number | undefined;
  /** As far down as the ladder of a platform is read while calls are left over. Default: `enoughPlayers`. */
  readonly mostPlayers?: number | undefined;
}

/** One kind for each region: calls wait for their host's limits in their own slots, and never in those of another region. */
export function listKind(region: Region): string {
  return `tft/list-matches/${region}`;
}

export function fetchKind(region: Region): string {
  return `tft/fetch-matches/${region}`;
}
