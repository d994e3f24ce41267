/** Options of collecting LoL matches. */
import type { RiotClient } from '#/upstream/riot.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { FindPlayerDeps } from './find-player.ts';

export interface LolCollectOptions {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolMatchIds' | 'lolMatch' | 'lolTimeline' | 'lolLeagueOfPlayer'> &
    FindPlayerDeps['riot'];
  /** Id of the current API key, which puuids belong to; undefined without a key. */
  readonly keyId: () => string | undefined;
  readonly accountRegion?: FindPlayerDeps['accountRegion'];
  readonly now: () => Date;
  /** The upstream's time, which differs in a practice world that runs faster. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** Delays between attempts for a missing match; after the last one it is gone. Default: 5, 20 and 60 s. */
  readonly missingWaitsMs?: readonly number[] | undefined;
}
