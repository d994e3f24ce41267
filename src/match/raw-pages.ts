/**
 * Reads raw bodies in the order in which they were committed. A sequence cannot tell that order: a transaction that took its number
 * early may commit late, and a reader that has passed the number never sees the row (170 of 18,176 were lost that way in a trial).
 * So a row carries its transaction's id, and only what lies below every transaction that is still open is read.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';

/** A place between two rows. `xid` is a 64-bit number, kept as text. */
export interface RawPosition {
  readonly xid: string;
  readonly rev: string;
}

export const RAW_START: RawPosition = { xid: '0', rev: '0' };

export interface RawRow extends RawPosition {
  readonly id: string;
  /** The small number that it keeps, also when it is replaced. */
  readonly game: number;
  /** zstd. */
  readonly body: Uint8Array;
  readonly isStored: boolean;
  /** It has been published before, so something may have been made of it. */
  readonly wasRevised: boolean;
  /** zstd. Null: there is none, or none that is fit, or nobody asked for it. */
  readonly timeline: Uint8Array | null;
}

export interface RawPageRequest {
  readonly source: 'tft' | 'lol';
  readonly after: RawPosition;
  /** The last one to read; without it, everything that is safe to read. */
  readonly until?: RawPosition | undefined;
  readonly limit: number;
  /** Each game with its timeline, as it is at this moment. */
  readonly withTimelines?: boolean | undefined;
}

/** Quarantined bodies are in the page too, as not stored: a reader must pass them, and forget what it made of them before. */
export async function readRawPage(database: Queryable, request: RawPageRequest): Promise<RawRow[]> {
  const { source, after, until, limit, withTimelines = false } = request;
  return database.query<RawRow>(
    `select raw.id, raw.game, raw.body, raw.xid::text as xid, raw.rev::text as rev,
            match.state is not distinct from 'stored' as "isStored", raw.revision > 0 as "wasRevised",
            ${withTimelines ? 'told.body' : 'null'} as timeline
     from gamekeeper.raw
     left join gamekeeper.match on match.source = raw.source and match.id = raw.id
     ${withTimelines ? TIMELINES : ''}
     where raw.source = $1 and raw.kind = 'match' and (raw.xid, raw.rev) > ($2::xid8, $3::bigint)
       and raw.xid < pg_snapshot_xmin(pg_current_snapshot())
       and ($4::xid8 is null or (raw.xid, raw.rev) <= ($4::xid8, $5::bigint))
     order by raw.xid, raw.rev
     limit $6`,
    [source, after.xid, after.rev, until?.xid ?? null, until?.rev ?? null, limit],
  );
}

const TIMELINES = `
     left join gamekeeper.timeline on timeline.source = raw.source and timeline.id = raw.id and timeline.state = 'stored'
     left join gamekeeper.raw as told
       on told.source = timeline.source and told.kind = 'timeline' and told.id = timeline.id`;

export interface RawBacklog {
  /** Counted up to a bound. */
  readonly rows: number;
  /** How long the oldest one has been waiting. */
  readonly seconds: number;
}

/** Beyond it nobody cares about the exact number, and counting would cost more than it tells. */
const MAX_COUNTED = 100_000;

export async function readBacklog(
  database: Queryable,
  source: string,
  after: RawPosition,
): Promise<RawBacklog> {
  const [row] = await database.query<RawBacklog>(
    `with waiting as materialized (
       select fetched_at from gamekeeper.raw
       where source = $1 and kind = 'match' and (xid, rev) > ($2::xid8, $3::bigint)
       order by xid, rev limit $4)
     select count(*)::int as rows,
            coalesce(greatest(extract(epoch from now() - (select fetched_at from waiting limit 1)), 0), 0)::float8 as seconds
     from waiting`,
    [source, after.xid, after.rev, MAX_COUNTED],
  );
  return row ?? { rows: 0, seconds: 0 };
}

export async function countRaw(database: Queryable, source: string): Promise<number> {
  const [row] = await database.query<{ rows: number }>(
    `select count(*)::float8 as rows from gamekeeper.raw where source = $1 and kind = 'match'`,
    [source],
  );
  return row?.rows ?? 0;
}

/** The last row that is safe to read at this moment. Whatever is stored or published again from now on lies beyond it. */
export async function readLastPosition(database: Queryable, source: string): Promise<RawPosition> {
  const [row] = await database.query<RawPosition>(
    `select xid::text as xid, rev::text as rev from gamekeeper.raw
     where source = $1 and kind = 'match' and xid < pg_snapshot_xmin(pg_current_snapshot())
     order by raw.xid desc, raw.rev desc limit 1`,
    [source],
  );
  return row ?? RAW_START;
}

/** Games that were published again and are still to be read: what was made of them before is no longer what they say. */
export async function listRevisedAfter(
  database: Queryable,
  source: string,
  after: RawPosition,
): Promise<number[]> {
  const rows = await database.query<{ game: number }>(
    `select game from gamekeeper.raw
     where source = $1 and kind = 'match' and revision > 0 and (xid, rev) > ($2::xid8, $3::bigint)`,
    [source, after.xid, after.rev],
  );
  return rows.map(({ game }) => game);
}

/** What readers in commit order have passed comes again. To be called in the transaction that changes the body or its state. */
export async function publishRawAgain(
  tx: Queryable,
  source: 'tft' | 'lol',
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `update gamekeeper.raw
     set rev = nextval('gamekeeper.raw_rev'), xid = pg_current_xact_id(), revision = least(revision + 1, 32767)
     where source = $1 and kind = 'match' and id = any($2)`,
    [source, ids],
  );
}

/** In UTC, both included; until null: no end. */
export interface DayRange {
  readonly from: string;
  readonly until: string | null;
}

/** The days of these ranges on which stored games ended, with how many. */
export function countGamesByDay(
  database: Queryable,
  source: string,
  ranges: readonly DayRange[],
): Promise<{ readonly day: string; readonly games: number }[]> {
  return database.query(
    `select to_char(day, 'YYYY-MM-DD') as day, count(*)::float8 as games from gamekeeper.match
     where source = $1 and state = 'stored' and exists (
       select from jsonb_to_recordset($2) as span("from" date, until date)
       where match.day between span."from" and coalesce(span.until, 'infinity'))
     group by day order by day`,
    [source, JSON.stringify(ranges)],
  );
}

/** The stored games that ended on a day and that a reader at this position has passed. */
export async function listReadGames(
  database: Queryable,
  source: string,
  day: string,
  position: RawPosition,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select raw.id from gamekeeper.match
     join gamekeeper.raw on raw.source = match.source and raw.kind = 'match' and raw.id = match.id
     where match.source = $1 and match.day = $2 and match.state = 'stored' and (raw.xid, raw.rev) <= ($3::xid8, $4::bigint)
     order by raw.id`,
    [source, day, position.xid, position.rev],
  );
  return rows.map(({ id }) => id);
}

/**
 * Rows that were restored from another server carry its transaction ids, which may lie in this one's future: nobody would read
 * them for years. Returns how many were given an id of this server; to be repeated until there are none.
 */
export async function adoptForeignRows(database: Queryable, source: string, limit: number): Promise<number> {
  const rows = await database.query(
    `update gamekeeper.raw set xid = pg_current_xact_id()
     where (source, kind, id) in (
       select source, kind, id from gamekeeper.raw
       where source = $1 and xid >= pg_snapshot_xmax(pg_current_snapshot()) limit $2)
     returning 1`,
    [source, limit],
  );
  return rows.length;
}
