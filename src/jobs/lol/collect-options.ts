/** What collecting games of League of Legends is made of. */
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import type { Database } from '#/stores/postgres/database.ts';
import type { FindPlayerDeps } from './find-player.ts';

export interface LolCollectOptions {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolMatchIds' | 'lolMatch' | 'lolTimeline' | 'lolLeagueOfPlayer'> &
    FindPlayerDeps['riot'];
  /** Names the key that puuids are got with now; undefined while there is none. */
  readonly keyId: () => string | undefined;
  readonly accountRegion?: FindPlayerDeps['accountRegion'];
  readonly now: () => Date;
  /** The time that games are played at: another one in a practice world that runs fast. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** Between two asks for a game that is missing; after the last of them it is given up. Default: 5, 20 and 60 seconds. */
  readonly missingWaitsMs?: readonly number[] | undefined;
}
