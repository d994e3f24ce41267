/** What is stored of matches: one match with its body, matches not projected yet, and completeness per platform and day. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { Source } from './rows.ts';

export interface StoredMatch {
  readonly state: 'wanted' | 'stored' | 'gone' | 'quarantined';
  /** zstd. */
  readonly body: Uint8Array | null;
}

/** Undefined: no list has named it. */
export async function readStoredMatch(
  db: Queryable,
  source: Source,
  id: string,
): Promise<StoredMatch | undefined> {
  const [row] = await db.query<StoredMatch>(
    `select m.state, r.body from gamekeeper.match m
     left join gamekeeper.raw r on r.source = m.source and r.kind = 'match' and r.id = m.id
     where m.source = $1 and m.id = $2`,
    [source, id],
  );
  return row;
}

/** Time by which stored matches had ended: the end of that day, in UTC. */
export async function readStoredDays(
  db: Queryable,
  source: Source,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly overBy: Date }[]> {
  return db.query(
    `select id, ((day + 1)::timestamp at time zone 'utc') as "overBy"
     from gamekeeper.match where source = $1 and id = any($2) and state = 'stored'`,
    [source, ids],
  );
}

export async function countUncountedGames(
  db: Queryable,
  source: Source,
  { puuid, projection }: { readonly puuid: string; readonly projection: string },
): Promise<number> {
  const [row] = await db.query<{ games: number }>(
    `select count(*)::int as games
     from gamekeeper.player_match p
     join gamekeeper.match m on m.source = p.source and m.id = p.match_id and m.state = 'stored'
     join gamekeeper.raw r on r.source = p.source and r.kind = 'match' and r.id = p.match_id
     left join gamekeeper.projection c on c.name = $3
     where p.source = $1 and p.puuid = $2 and (c.name is null or (r.xid, r.rev) > (c.xid, c.rev))`,
    [source, puuid, projection],
  );
  return row?.games ?? 0;
}

export interface Completeness {
  readonly platform: string;
  /** `2026-11-15`. */
  readonly day: string;
  readonly wanted: number;
  readonly stored: number;
  readonly gone: number;
  readonly quarantined: number;
}

export interface CompletenessFilter {
  readonly platforms: readonly string[];
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
}

/**
 * Matches by state. A stored match counts for the day (UTC) of its end, any other for the day of its listing. Counted in an index that
 * holds all columns; a million rows take some tenths of a second, so ask only for the days that are shown.
 */
export async function readCompleteness(
  db: Queryable,
  source: Source,
  { platforms, from, to }: CompletenessFilter,
): Promise<Completeness[]> {
  return db.query<Completeness>(
    `select platform, to_char(day, 'YYYY-MM-DD') as day,
            count(*) filter (where state = 'wanted')::int as wanted,
            count(*) filter (where state = 'stored')::int as stored,
            count(*) filter (where state = 'gone')::int as gone,
            count(*) filter (where state = 'quarantined')::int as quarantined
     from gamekeeper.match
     where source = $1 and platform = any($2) and day between $3::date and $4::date
     group by match.platform, match.day order by match.platform, match.day`,
    [source, platforms, from, to],
  );
}
