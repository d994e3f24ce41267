/**
 * How far the projection into ClickHouse has come, and what it stands on: which server's transactions the cursor counts, and which
 * tables of ClickHouse hold the rows. When either is another one, the cursor means nothing.
 *
 * There is one row for what is asked (`live`), and one more while it is built anew (`building` → `ready` → it becomes the live one).
 */
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import type { Damage } from './projection-health.ts';
import { readBacklog, type RawBacklog, type RawPosition } from '../raw-pages.ts';

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
  /** Rows that must be there, by `table partition`. Null: not known. */
  readonly rowCounts: Readonly<Record<string, number>> | null;
  readonly damage: Damage | null;
}

/** The server and the database in it: a database that was dropped and restored has another number. */
export async function readSystemId(database: Queryable): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `select (select system_identifier from pg_control_system())::text || ':' || oid as id
     from pg_database where datname = current_database()`,
  );
  if (row === undefined) throw new Error('PostgreSQL does not say which server it is');
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

/** From the first raw row on, whatever was known of it before. */
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

/** False: somebody else has moved it. */
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

/** Batches that do not move the cursor are known all the same: one that nobody knows of would be a reason to build everything anew. */
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

/** The one that was built becomes the one that is asked. */
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

/** How far it is behind what has been stored. Cheap, for whoever asks often. Undefined: nothing has been projected yet. */
export async function readProjectionLag(
  database: Queryable,
  name: string,
  source: string,
): Promise<RawBacklog | undefined> {
  const projection = await readProjection(database, name);
  return projection === undefined ? undefined : readBacklog(database, source, projection.cursor);
}
