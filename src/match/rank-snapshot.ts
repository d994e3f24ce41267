/**
 * Ranks as of a time, append-only: a row says that a player had this rank from then on. A rank that is still the same adds nothing,
 * so the table grows with games played and not with ladders read. A rank that is older than the player's newest one is not added:
 * what was looked up before stays true.
 *
 * The first ranks of a player in Teamfight Tactics wait for the projector (`projected`, `tft/late-ranks.ts`).
 */
import type { Queryable } from '#/runtime/postgres/database.ts';

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

/** Returns the players whose rank is new or has changed since their last one. No player may be in `ranks` twice. */
export async function appendChangedRanks(
  db: Queryable,
  { source, platform, queue, takenAt }: Ladder,
  ranks: readonly Rank[],
): Promise<string[]> {
  const rows = await db.query<{ puuid: string }>(
    `insert into gamekeeper.rank_snapshot
       (source, puuid, queue, taken_at, platform, tier, division, league_points, wins, losses, projected)
     select $1, r.puuid, $3, $4, $2, r.tier, r.division, r.league_points, r.wins, r.losses,
       coalesce(last.projected, $1 <> 'tft')
     from unnest($5::text[], $6::text[], $7::text[], $8::int[], $9::int[], $10::int[])
       as r (puuid, tier, division, league_points, wins, losses)
     left join lateral (
       select s.platform, s.tier, s.division, s.league_points, s.wins, s.losses, s.taken_at, s.projected
       from gamekeeper.rank_snapshot s
       where s.source = $1 and s.puuid = r.puuid and s.queue = $3
       order by s.taken_at desc limit 1) as last on true
     where (last.platform, last.tier, last.division, last.league_points, last.wins, last.losses)
       is distinct from ($2, r.tier, r.division, r.league_points, r.wins, r.losses)
       and coalesce(last.taken_at < $4, true)
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

export interface LateRank {
  readonly puuid: string;
  readonly queue: string;
  readonly tier: string;
  readonly division: string;
  readonly leaguePoints: number;
  readonly takenAt: Date;
}

/** The ranks that wait for the projector, of at most so many players; all of theirs. In order of time for each player. */
export function readLateRanks(db: Queryable, source: string, players: number): Promise<LateRank[]> {
  return db.query<LateRank>(
    `select puuid, queue, tier, division, league_points as "leaguePoints", taken_at as "takenAt"
     from gamekeeper.rank_snapshot
     where source = $1 and not projected and puuid in (
       select distinct puuid from gamekeeper.rank_snapshot where source = $1 and not projected limit $2)
     order by puuid, queue, taken_at`,
    [source, players],
  );
}

export async function markRanksProjected(
  db: Queryable,
  source: string,
  ranks: readonly LateRank[],
): Promise<void> {
  await db.query(
    `update gamekeeper.rank_snapshot s set projected = true
     from unnest($2::text[], $3::text[], $4::timestamptz[]) as r (puuid, queue, taken_at)
     where s.source = $1 and s.puuid = r.puuid and s.queue = r.queue and s.taken_at = r.taken_at and not s.projected`,
    [
      source,
      ranks.map(({ puuid }) => puuid),
      ranks.map(({ queue }) => queue),
      ranks.map(({ takenAt }) => takenAt),
    ],
  );
}

export async function hasLateRanks(db: Queryable, source: string, puuid: string): Promise<boolean> {
  const rows = await db.query(
    'select 1 from gamekeeper.rank_snapshot where source = $1 and puuid = $2 and not projected limit 1',
    [source, puuid],
  );
  return rows.length > 0;
}
