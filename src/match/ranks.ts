/**
 * Ranks as of a time, append-only: a row says that a player had this rank from then on. An unchanged rank adds nothing, so the table grows
 * with matches played and not with ladders read. A rank that is older than the player's newest one is not added, so an answer to a past
 * question does not change.
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

// The nearest known rank of players to a time: the last snapshot at or before it, otherwise the first one after. Snapshots that wait for
// the projector (`projected`) are left out.

export interface RankRequest {
  readonly puuid: string;
  /** The ladder's name: `RANKED_TFT`. */
  readonly queue: string;
  /** In ms. */
  readonly at: number;
}

export interface NearestRank {
  readonly tier: string;
  readonly division: string;
  readonly leaguePoints: number;
  /** In ms. */
  readonly takenAt: number;
}

/**
 * One answer for each request, in their order; null where the player has no snapshot. Lists travel as one text each: the driver
 * quotes every element of a list, which took longer than the answer.
 */
export async function readNearestRanks(
  database: Queryable,
  source: string,
  requests: readonly RankRequest[],
): Promise<(NearestRank | null)[]> {
  const answers = Array.from<NearestRank | null>({ length: requests.length }).fill(null);
  if (requests.length === 0) return answers;
  const rows = await database.query<NearestRank & { place: number }>(
    `select asked.place::int as place, coalesce(before.tier, after.tier) as tier,
       coalesce(before.division, after.division) as division,
       coalesce(before.league_points, after.league_points) as "leaguePoints",
       (extract(epoch from coalesce(before.taken_at, after.taken_at)) * 1000)::float8 as "takenAt"
     from unnest(string_to_array($2, E'\n'), string_to_array($3, E'\n'), string_to_array($4, E'\n')::float8[])
       with ordinality as asked (puuid, queue, at, place)
     left join lateral (
       select * from gamekeeper.rank_snapshot as taken
       where taken.source = $1 and taken.puuid = asked.puuid and taken.queue = asked.queue
         and taken.projected and taken.taken_at <= to_timestamp(asked.at / 1000)
       order by taken.taken_at desc limit 1) as before on true
     left join lateral (
       -- Not scanned where the other one has found something.
       select * from gamekeeper.rank_snapshot as taken
       where before.taken_at is null
         and taken.source = $1 and taken.puuid = asked.puuid and taken.queue = asked.queue
         and taken.projected
       order by taken.taken_at limit 1) as after on true
     where coalesce(before.taken_at, after.taken_at) is not null`,
    [
      source,
      requests.map(({ puuid }) => oneLine(puuid)).join('\n'),
      requests.map(({ queue }) => queue).join('\n'),
      requests.map(({ at }) => at).join('\n'),
    ],
  );
  for (const { place, ...rank } of rows) answers[place - 1] = rank;
  return answers;
}

/** A text of several lines, or one that PostgreSQL cannot store, is no puuid. */
function oneLine(text: string): string {
  return text.includes('\n') || text.includes('\0') ? '' : text;
}

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

export async function markRankRequested(db: Queryable, source: string, player: number): Promise<void> {
  await db.query(
    `insert into gamekeeper.rank_request (source, player) values ($1, $2)
     on conflict (source, player) do update set asked_at = now()`,
    [source, player],
  );
}

/** Forgets requests that are older, and returns the players of the others. */
export async function listRankRequests(
  db: Queryable,
  source: string,
  days: number,
): Promise<ReadonlySet<number>> {
  await db.query(`delete from gamekeeper.rank_request where asked_at < now() - make_interval(days => $1)`, [
    days,
  ]);
  const rows = await db.query<{ player: number }>(
    'select player::float8 as player from gamekeeper.rank_request where source = $1',
    [source],
  );
  return new Set(rows.map(({ player }) => player));
}
