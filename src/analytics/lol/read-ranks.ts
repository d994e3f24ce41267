/** How a player's ranks went, in all ladders, from the snapshots that were taken when they changed. */
import type { RankPoint } from '#/domain/lol/history/played-game.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

/** Oldest first. */
export function readRanks(database: Queryable, puuid: string): Promise<RankPoint[]> {
  return database.query<RankPoint>(
    `select (extract(epoch from taken_at) * 1000)::float8 as at, queue, tier, division,
       league_points as "leaguePoints", wins, losses
     from gamekeeper.rank_snapshot
     where source = 'lol' and puuid = $1 order by taken_at`,
    [puuid],
  );
}
