/**
 * A projection: the matches of one source as rows of its tables in ClickHouse, and its row in PostgreSQL.
 *
 * `gamekeeper.projection` records the cursor, and what the cursor depends on: the PostgreSQL server whose
 * transactions it counts and the ClickHouse tables that hold the rows. If either changes, the cursor is
 * invalid (`live.ts`). One row is for the tables that questions read (`live`), a second one exists during a
 * rebuild (`building` → `ready`, then it becomes the live one).
 *
 * The row also holds what ClickHouse must contain (`row_counts`) and what it was found to have lost
 * (`damage`). Damage stays until a verify has succeeded, whichever process finds it and whichever repairs it.
 */
import type { ClickHouseWriter } from '#/runtime/clickhouse/clickhouse.ts';
import type { Logger } from 'pino';
import type { ProjectedTable } from '#/runtime/clickhouse/projected-tables.ts';
import type { Database, Queryable, Transaction } from '#/runtime/postgres/database.ts';
import { type RawBacklog, type RawPosition, readBacklog } from '../raw.ts';
import type { Page, PageRequest } from './page.ts';
import { PROJECTED_SOURCES, type ProjectedSource, requestProjectionTask } from './projection-task.ts';

/** The tables that receive rows, and the name of their cursor. */
export interface Target {
  readonly projection: string;
  readonly tables: readonly ProjectedTable[];
}

/** Ranks that became known after the projection of a board. */
export interface LateRanks {
  /** Runs a round if one is due. `at`: where the cursor is. */
  apply(at: RawPosition): Promise<void>;
}

export interface SourceProjection {
  readonly source: ProjectedSource;
  /** Rows of another version are rebuilt. */
  readonly version: number;
  /** The tables that questions read. */
  readonly live: Target;
  /** The tables that a rebuild fills and then exchanges. */
  readonly next: Target;
  /** How raw bodies are read. */
  readonly reading: { readonly rowsAtATime: number; readonly withTimelines: boolean };
  /** During a verify, new matches are projected after this many compared ones. Null: after the verify. */
  readonly keepsUpEvery: number | null;
  /** Pages of raw bodies as rows, in commit order. */
  pages(parts: ProjectorParts, request: PageRequest): AsyncGenerator<Page>;
  /** The partitions to drop. */
  toDrop(existing: readonly string[]): Promise<readonly string[]>;
  /** Discards cached data of PostgreSQL: it may be another server. */
  forget(): void;
  /** Adds ranks that arrive after the projection. Absent: rows have no ranks. */
  openLateRanks?(parts: ProjectorParts): LateRanks;
}

/** For one projection. */
export interface ProjectorParts {
  readonly database: Database;
  /** The account with write access. */
  readonly clickhouse: ClickHouseWriter;
  readonly log: Logger;
  readonly projection: SourceProjection;
  /** Maximum matches per batch. */
  readonly pageSize: number;
  /**
   * Matches stored within this time share a batch: few large parts cost ClickHouse less than many small ones.
   * Default: 1 s.
   */
  readonly collectMs?: number | undefined;
  /** Interval of health checks. Default: 30 s. */
  readonly checkMs?: number | undefined;
}

/**
 * About 13 MB of rows. An insert has a fixed cost equal to thousands of rows, and three pages are in memory
 * at a time.
 */
export const GAMES_PER_BATCH = 4_000;

export interface Projection {
  readonly name: string;
  readonly version: number;
  readonly state: 'live' | 'building' | 'ready';
  readonly systemId: string;
  readonly tableIds: readonly string[];
  readonly cursor: RawPosition;
  readonly lastBatch: number;
  readonly dropped: readonly string[];
  readonly pinned: readonly string[];
  /** Rows that ClickHouse must hold, by `table partition`. Null: not known. */
  readonly rowCounts: Readonly<Record<string, number>> | null;
  readonly damage: Damage | null;
}

/** Server and database: a database that was dropped and restored has another oid. */
export async function readSystemId(database: Queryable): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `select (select system_identifier from pg_control_system())::text || ':' || oid as id
     from pg_database where datname = current_database()`,
  );
  if (row === undefined) throw new Error('PostgreSQL returned no system identifier');
  return row.id;
}

export async function readProjection(database: Queryable, name: string): Promise<Projection | undefined> {
  const [row] = await database.query<Omit<Projection, 'cursor'> & RawPosition>(
    `select name, version, state, system_id as "systemId", table_ids as "tableIds", xid::text as xid,
            rev::text as rev, last_batch::float8 as "lastBatch", dropped, pinned,
            row_counts as "rowCounts", damage
     from gamekeeper.projection where name = $1`,
    [name],
  );
  if (row === undefined) return undefined;
  const { xid, rev, ...rest } = row;
  return { ...rest, cursor: { xid, rev } };
}

export type ProjectionStart = Pick<
  Projection,
  'name' | 'version' | 'state' | 'systemId' | 'tableIds' | 'dropped'
>;

/** Starts at the first raw row; replaces an earlier row of this name. */
export async function beginProjection(database: Queryable, start: ProjectionStart): Promise<void> {
  const { name, version, state, systemId, tableIds, dropped } = start;
  await database.query(
    `insert into gamekeeper.projection (name, version, state, system_id, table_ids, dropped, row_counts)
     values ($1, $2, $3, $4, $5, $6, '{}')
     on conflict (name) do update set
       version = excluded.version, state = excluded.state, system_id = excluded.system_id,
       table_ids = excluded.table_ids, xid = '0', rev = 0, last_batch = 0, dropped = excluded.dropped,
       pinned = '{}', row_counts = '{}', damage = null, changed_at = now()`,
    [name, version, state, systemId, tableIds, dropped],
  );
}

export async function removeProjection(database: Queryable, name: string): Promise<void> {
  await database.query('delete from gamekeeper.projection where name = $1', [name]);
}

/** Returns false if another process has moved it. */
export async function moveCursor(
  tx: Queryable,
  name: string,
  move: { readonly from: RawPosition; readonly to: RawPosition; readonly batch: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.projection
     set xid = $4, rev = $5, last_batch = greatest(last_batch, $6), changed_at = now()
     where name = $1 and xid = $2 and rev = $3 returning name`,
    [name, move.from.xid, move.from.rev, move.to.xid, move.to.rev, move.batch],
  );
  return rows.length === 1;
}

/** Records a batch that does not move the cursor: an unknown batch in ClickHouse would cause a rebuild. */
export async function noteBatch(tx: Queryable, name: string, batch: number): Promise<void> {
  await tx.query('update gamekeeper.projection set last_batch = greatest(last_batch, $2) where name = $1', [
    name,
    batch,
  ]);
}

export async function markProjectionReady(database: Queryable, name: string): Promise<void> {
  await database.query(
    `update gamekeeper.projection set state = 'ready', changed_at = now() where name = $1`,
    [name],
  );
}

/** The projection that was built becomes the live one. */
export async function promoteProjection(tx: Transaction, built: string, live: string): Promise<void> {
  await removeProjection(tx, live);
  await tx.query(
    `update gamekeeper.projection set name = $2, state = 'live', changed_at = now() where name = $1`,
    [built, live],
  );
}

export async function keepPatches(
  database: Queryable,
  name: string,
  patches: { readonly dropped: readonly string[]; readonly pinned: readonly string[] },
): Promise<void> {
  await database.query(
    'update gamekeeper.projection set dropped = $2, pinned = $3, changed_at = now() where name = $1',
    [name, patches.dropped, patches.pinned],
  );
}

/** The stored matches that are not projected yet. Undefined: nothing has been projected yet. */
export async function readProjectionLag(
  database: Queryable,
  name: string,
  source: string,
): Promise<RawBacklog | undefined> {
  const projection = await readProjection(database, name);
  return projection === undefined ? undefined : readBacklog(database, source, projection.cursor);
}

export interface Damage {
  /** Approximate number of matches missing from the statistics. Null: not known. */
  readonly matches: number | null;
  /** The tables and partitions affected, for people. */
  readonly where: readonly string[];
}

/** Rows by `table partition`. */
type Rows = Readonly<Record<string, number>>;

/**
 * Adds the rows of a closed batch, to `base` if rows were counted during the batch. Unknown counts stay
 * unknown.
 */
export async function addRowCounts(
  tx: Queryable,
  name: string,
  added: Rows,
  base: Rows | null = null,
): Promise<void> {
  await tx.query(
    `update gamekeeper.projection p set row_counts = counts || (
       select coalesce(jsonb_object_agg(key, value::bigint + coalesce((counts ->> key)::bigint, 0)), '{}')
       from jsonb_each_text($2))
     from (select coalesce($3, row_counts) as counts from gamekeeper.projection where name = $1) known
     where name = $1`,
    [name, JSON.stringify(added), base && JSON.stringify(base)],
  );
}

/** Null while rows are being removed: the counts are unknown until they have been counted again. */
export async function setRowCounts(database: Queryable, name: string, counts: Rows | null): Promise<void> {
  await database.query('update gamekeeper.projection set row_counts = $2 where name = $1', [
    name,
    counts && JSON.stringify(counts),
  ]);
}

/** Keeps the time of the first finding, the number of repair attempts, and an earlier number of matches. */
export async function noteDamage(database: Queryable, name: string, damage: Damage): Promise<void> {
  await database.query(
    `update gamekeeper.projection
     set damage = jsonb_build_object('foundAt', now(), 'attempts', 0) || coalesce(damage, '{}') || jsonb_strip_nulls($2)
     where name = $1`,
    [name, JSON.stringify(damage)],
  );
}

/** After a successful verify; `counts` are those that it compared. */
export async function clearDamage(database: Queryable, name: string, counts: Rows): Promise<void> {
  await database.query('update gamekeeper.projection set row_counts = $2, damage = null where name = $1', [
    name,
    JSON.stringify(counts),
  ]);
}

/** Seconds between two repair attempts: doubled each time, up to five minutes. */
const RETRY = { first: 30, max: 300 };
/** Every third attempt is a rebuild instead of a verify. */
const REBUILD_EVERY = 3;

/**
 * Requests a repair of known damage unless one is open or was attempted recently. Returns the kind that was
 * requested.
 */
export function requestRepair(
  database: { transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> },
  name: string,
  source: ProjectedSource,
): Promise<'verify' | 'rebuild' | undefined> {
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ attempts: number }>(
      `update gamekeeper.projection
       set damage = damage || jsonb_build_object('attempts', (damage ->> 'attempts')::int + 1, 'requestedAt', now())
       where name = $1 and damage is not null
         and not exists (select from gamekeeper.projection_task where source = $2 and state in ('wanted', 'running'))
         and coalesce((damage ->> 'requestedAt')::timestamptz
           + make_interval(secs => least($4, $3 * 2 ^ ((damage ->> 'attempts')::int - 1))) < now(), true)
       returning (damage ->> 'attempts')::int as attempts`,
      [name, source, RETRY.first, RETRY.max],
    );
    if (row === undefined) return undefined;
    const kind = row.attempts % REBUILD_EVERY === 0 ? 'rebuild' : 'verify';
    await requestProjectionTask(tx, { source, kind, patch: null });
    return kind;
  });
}

export interface SourceDamage extends Damage {
  readonly source: ProjectedSource;
}

export function listDamages(database: Queryable): Promise<SourceDamage[]> {
  return database.query<SourceDamage>(
    `select name as source, (damage ->> 'matches')::float8 as matches, damage -> 'where' as "where"
     from gamekeeper.projection where damage is not null and name = any($1) order by name desc`,
    [PROJECTED_SOURCES],
  );
}

const SOURCE_NAMES = { tft: 'Teamfight Tactics', lol: 'League of Legends' } as const;

/** One sentence for status and doctor. */
export function describeDamage({ source, matches, where }: SourceDamage): string {
  const what =
    matches === null || matches === 0
      ? 'stored rows could not be read'
      : `about ${matches.toLocaleString('en')} ${matches === 1 ? 'match is' : 'matches are'} missing`;
  return `Statistics of ${SOURCE_NAMES[source]} are incomplete: ${what} (${where.join(', ')}); they are being restored.`;
}
