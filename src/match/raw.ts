/**
 * Raw bodies: the exact bytes that an upstream sent, compressed with zstd before anything is parsed. Whether
 * a body is fit for the statistics is recorded in its match's state (`stored`, `quarantined`), not here.
 *
 * Bodies are read in the order in which they were committed. A sequence does not give that order: a
 * transaction that took its number early may commit late, and a reader that has passed the number never sees
 * the row (170 of 18,176 were lost that way in a trial). So a row carries its transaction's id, and only rows
 * below every open transaction are read.
 */
import { hash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface PackedBody {
  readonly id: string;
  /** zstd. */
  readonly bytes: Uint8Array;
  /** Of the body as it was sent, in bytes. */
  readonly size: number;
  readonly sha: string;
  readonly fetchedAt: Date;
}

/**
 * On this thread: handing 20 KB to another thread costs the event loop more than compressing them (0.11 ms
 * against 0.08 ms per body). With the size known, zstd does not allocate buffers for large inputs, which is
 * half of its time.
 */
export function packBody(id: string, body: Uint8Array, fetchedAt: Date): PackedBody {
  const size = body.byteLength;
  const bytes = zstdCompressSync(body, { pledgedSrcSize: size });
  return { id, bytes, size, sha: hash('sha256', body, 'hex'), fetchedAt };
}

/**
 * Replaces a stored body if its bytes differ. All bodies are sent as one value: a list of bytea is sent as
 * text, twice as long.
 */
export async function storeBodies(
  db: Queryable,
  { source, kind }: { source: string; kind: 'match' | 'timeline' },
  bodies: readonly PackedBody[],
): Promise<void> {
  if (bodies.length === 0) return;
  let end = 1;
  const starts = bodies.map(({ bytes }) => (end += bytes.byteLength) - bytes.byteLength);
  await db.query(
    `insert into gamekeeper.raw as r (source, kind, id, body, size, sha, fetched_at)
     select $1, $2, b.id, substr($3::bytea, b.start, b.length), b.size, decode(b.sha, 'hex'), b.fetched_at
     from unnest($4::text[], $5::int[], $6::int[], $7::int[], $8::text[], $9::timestamptz[])
       as b (id, start, length, size, sha, fetched_at)
     on conflict (source, kind, id) do update set
       body = excluded.body, size = excluded.size, sha = excluded.sha, fetched_at = excluded.fetched_at,
       rev = nextval('gamekeeper.raw_rev'), xid = pg_current_xact_id(), revision = least(r.revision + 1, 32767)
     where r.sha <> excluded.sha`,
    [
      source,
      kind,
      Buffer.concat(bodies.map(({ bytes }) => bytes)),
      bodies.map(({ id }) => id),
      starts,
      bodies.map(({ bytes }) => bytes.byteLength),
      bodies.map(({ size }) => size),
      bodies.map(({ sha }) => sha),
      bodies.map(({ fetchedAt }) => fetchedAt),
    ],
  );
}

/** A position between two rows. `xid` is a 64-bit number, kept as text. */
export interface RawPosition {
  readonly xid: string;
  readonly rev: string;
}

export const RAW_START: RawPosition = { xid: '0', rev: '0' };

export interface RawRow extends RawPosition {
  readonly id: string;
  /** Small and dense; it stays the same when the body is replaced. */
  readonly game: number;
  /** zstd. */
  readonly body: Uint8Array;
  readonly isStored: boolean;
  /** Published before, so rows of it may exist. */
  readonly wasRevised: boolean;
  /** zstd. Null: none is stored, or it was not requested. */
  readonly timeline: Uint8Array | null;
}

export interface RawPageRequest {
  readonly source: 'tft' | 'lol';
  readonly after: RawPosition;
  /** Inclusive. Default: everything that is safe to read. */
  readonly until?: RawPosition | undefined;
  readonly limit: number;
  /** Each match with its current timeline. */
  readonly withTimelines?: boolean | undefined;
}

/** Includes quarantined bodies, as not stored: a reader must pass them and remove their earlier rows. */
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
  /** Counted up to 100,000. */
  readonly rows: number;
  /** Age of the oldest row. */
  readonly seconds: number;
}

/** Counting more would cost more than the exact number is worth. */
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

/**
 * The last row that is safe to read now. Everything that is stored or published again later lies beyond it.
 */
export async function readLastPosition(database: Queryable, source: string): Promise<RawPosition> {
  const [row] = await database.query<RawPosition>(
    `select xid::text as xid, rev::text as rev from gamekeeper.raw
     where source = $1 and kind = 'match' and xid < pg_snapshot_xmin(pg_current_snapshot())
     order by raw.xid desc, raw.rev desc limit 1`,
    [source],
  );
  return row ?? RAW_START;
}

/** Matches that were published again and lie beyond this position: their rows are outdated. */
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

/**
 * Makes readers in commit order read these bodies again. Call it in the transaction that changes the body or
 * its state.
 */
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

/** In UTC, both inclusive. `until` null: no end. */
export interface DayRange {
  readonly from: string;
  readonly until: string | null;
}

/** The days of these ranges on which stored matches ended, with their numbers. */
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

/** The stored matches that ended on a day and that a reader at this position has passed. */
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
 * Rows that were restored from another server carry its transaction ids, which may lie in the future of this
 * one: they would not be read for years. Gives up to `limit` of them an id of this server and returns their
 * number; call it until it returns 0.
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

export type StoredBody =
  | { readonly type: 'body'; readonly body: unknown }
  | { readonly type: 'fault'; readonly reason: string };

/** As much as an upstream's answer may have. Real bodies have up to 2 MB. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Decompresses and parses a stored body, or returns the fault. `usualBytes` is the initial buffer, the size
 * of most bodies. Without it zstd allocates twice that and takes twice the time.
 */
export function readStoredBody(packed: Uint8Array, usualBytes: number): StoredBody {
  const bytes = unpackBody(packed, usualBytes);
  if (bytes === null) return { type: 'fault', reason: 'the stored body cannot be decompressed' };
  const body = parse(bytes);
  return body === undefined
    ? { type: 'fault', reason: 'the stored body is not JSON' }
    : { type: 'body', body };
}

/** Null if it cannot be decompressed. The reason does not matter: the body is kept, and not counted. */
export function unpackBody(packed: Uint8Array, usualBytes?: number): Buffer | null {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: MAX_BODY_BYTES, chunkSize: usualBytes });
  } catch {
    return null;
  }
}

/** The client skips it (`upstream/body.ts`), and it is stored with the rest. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Without the checks of depth and encoding that the client made: they would be a tenth of the total cost
 * here.
 */
function parse(bytes: Buffer): unknown {
  try {
    const text = bytes.toString('utf8');
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text) as unknown;
  } catch {
    return undefined; // Not JSON; the bytes are kept.
  }
}
