/** The rank of each player in each queue, as it was last seen. */
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface NewestRank {
  readonly puuid: string;
  readonly queue: string;
  readonly tier: string;
  readonly division: string;
  readonly leaguePoints: number;
  readonly wins: number;
  readonly losses: number;
  readonly takenAt: Date;
}

export async function readNewestRanks(
  db: Queryable,
  source: string,
  puuids: readonly string[],
): Promise<NewestRank[]> {
  return db.query<NewestRank>(
    `select distinct on (puuid, queue) puuid, queue, tier, division, league_points as "leaguePoints", wins, losses,
            taken_at as "takenAt"
     from gamekeeper.rank_snapshot where source = $1 and puuid = any($2)
     order by puuid, queue desc, taken_at desc`,
    [source, puuids],
  );
}
