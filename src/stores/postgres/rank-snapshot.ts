/**
 * Ranks as of a time, append-only: a row says that somebody stood there from then on. A rank that is still the same adds nothing,
 * so the table grows with games played and not with ladders read.
 */
import type { Queryable } from './database.ts';

export interface Rank {
  readonly puuid: string;
  readonly tier: string;
  readonly division: string;
  readonly leaguePoints: number;
  readonly wins: number;
  readonly losses: number;
}

export interface Ladder {
  readonly source: string;
  readonly platform: string;
  readonly queue: string;
  readonly takenAt: Date;
}

/** Answers whose rank is new or has changed since their last one. Nobody may be in `ranks` twice. */
export async function appendChangedRanks(
  db: Queryable,
  { source, platform, queue, takenAt }: Ladder,
  ranks: readonly Rank[],
): Promise<string[]> {
  const rows = await db.query<{ puuid: string }>(
    `insert into gamekeeper.rank_snapshot
       (source, puuid, queue, taken_at, platform, tier, division, league_points, wins, losses)
     select $1, r.puuid, $3, $4, $2, r.tier, r.division, r.league_points, r.wins, r.losses
     from unnest($5::text[], $6::text[], $7::text[], $8::int[], $9::int[], $10::int[])
       as r (puuid, tier, division, league_points, wins, losses)
     left join lateral (
       select s.platform, s.tier, s.division, s.league_points, s.wins, s.losses
       from gamekeeper.rank_snapshot s
       where s.source = $1 and s.puuid = r.puuid and s.queue = $3
       order by s.taken_at desc limit 1) as last on true
     where (last.platform, last.tier, last.division, last.league_points, last.wins, last.losses)
       is distinct from ($2, r.tier, r.division, r.league_points, r.wins, r.losses)
     on conflict do nothing
     returning puuid`,
    [
      source,
      platform,
      queue,
      takenAt,
      ranks.map((rank) => rank.puuid),
      ranks.map((rank) => rank.tier),
      ranks.map((rank) => rank.division),
      ranks.map((rank) => rank.leaguePoints),
      ranks.map((rank) => rank.wins),
      ranks.map((rank) => rank.losses),
    ],
  );
  return rows.map((row) => row.puuid);
}
