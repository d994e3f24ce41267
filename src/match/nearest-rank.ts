/**
 * The nearest known rank of players to a time: the last snapshot at or before it, otherwise the first one after. Snapshots that wait for
 * the projector (`projected`) are left out.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';

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
