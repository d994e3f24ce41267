/**
 * Numbered batches on their way to ClickHouse. open → done, when everything of it is there and the cursor has moved; open → void,
 * when that is not known: a crash, a lost connection, another projector that took over. A void batch must have no rows in ClickHouse,
 * and whoever finds some removes them; its content is sent again under another number. So it never matters whether the same range
 * would give the same rows again (ranks, calendar and code may have changed), nor whether somebody thought dead still sends.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { RawPosition } from '../raw-pages.ts';

export interface NewBatch {
  readonly id: number;
  readonly projection: string;
  readonly version: number;
  readonly from: RawPosition;
  readonly to: RawPosition;
  /** The partitions that it goes to. */
  readonly patches: readonly string[];
  readonly games: number;
}

export interface VoidBatch {
  readonly id: number;
  readonly patches: readonly string[];
}

/** Numbers are never used twice; one that comes to nothing leaves a gap. */
export async function takeBatchNumber(database: Queryable): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('gamekeeper.batch', 'id'))::float8 as id`,
  );
  if (row === undefined) throw new Error('PostgreSQL handed out no number for a batch');
  return row.id;
}

/** Fails when another batch of the projection is open: somebody else projects. */
export async function openBatch(database: Queryable, batch: NewBatch): Promise<void> {
  const { id, projection, version, from, to, patches, games } = batch;
  await database.query(
    `insert into gamekeeper.batch (id, projection, version, from_xid, from_rev, to_xid, to_rev, patches, games)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, projection, version, from.xid, from.rev, to.xid, to.rev, patches, games],
  );
}

export async function isBatchOpen(database: Queryable, id: number): Promise<boolean> {
  const rows = await database.query(`select 1 from gamekeeper.batch where id = $1 and state = 'open'`, [id]);
  return rows.length === 1;
}

/** False: it is no longer open, so what was sent of it must go. */
export async function closeBatch(tx: Queryable, id: number): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.batch set state = 'done', ended_at = now() where id = $1 and state = 'open' returning id`,
    [id],
  );
  return rows.length === 1;
}

export async function voidOpenBatches(database: Queryable, projections: readonly string[]): Promise<number> {
  const rows = await database.query(
    `update gamekeeper.batch set state = 'void', ended_at = now()
     where projection = any($1) and state = 'open' returning id`,
    [projections],
  );
  return rows.length;
}

/** A batch counts as clean for good when it was still found so this long after its end: nothing takes longer to arrive. */
const LATE_ROWS_MINUTES = 10;

/** Those whose rows may be in ClickHouse, or may still arrive there. */
export function listSuspectBatches(
  database: Queryable,
  projections: readonly string[],
): Promise<VoidBatch[]> {
  return database.query<VoidBatch>(
    `select id::float8 as id, patches from gamekeeper.batch
     where projection = any($1) and state = 'void'
       and (clean_at is null or clean_at < ended_at + make_interval(mins => $2))
     order by id`,
    [projections, LATE_ROWS_MINUTES],
  );
}

export async function markBatchesClean(database: Queryable, ids: readonly number[]): Promise<void> {
  await database.query('update gamekeeper.batch set clean_at = now() where id = any($1)', [ids]);
}

const KEEP_DAYS = 7;

/** Only for whoever wants to look back; nothing needs what is done. */
export async function pruneBatches(database: Queryable): Promise<void> {
  await database.query(
    `delete from gamekeeper.batch
     where ended_at < now() - make_interval(days => $1)
       and (state = 'done' or (state = 'void' and clean_at >= ended_at + make_interval(mins => $2)))`,
    [KEEP_DAYS, LATE_ROWS_MINUTES],
  );
}
