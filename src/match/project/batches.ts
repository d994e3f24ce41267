/**
 * Numbered batches on their way to ClickHouse, as rows of `gamekeeper.batch`.
 *
 * A batch is open → done when all of it has arrived and the cursor has moved, or open → void when that is not
 * known: after a crash, a lost connection, or because another projector took over. Rows of a void batch are
 * removed, and its matches are sent again under another number. A batch is never compared or completed: the
 * same range may give other rows today (ranks, calendar and code change), and the earlier sender may still be
 * writing. For that reason void batches are checked for late rows for ten minutes.
 *
 * Not a deduplication token: see `runtime/clickhouse/insert-batch.ts`.
 */
import { isInsertRunning } from '#/runtime/clickhouse/insert-batch.ts';
import { findPartitionsOfBatches, removeBatches } from '#/runtime/clickhouse/projected-rows.ts';
import { pause } from '#/runtime/pause.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { RawPosition } from '../raw.ts';
import type { ProjectorParts, SourceProjection, Target } from './projection.ts';

export interface NewBatch {
  readonly id: number;
  readonly projection: string;
  readonly version: number;
  readonly from: RawPosition;
  readonly to: RawPosition;
  /** The partitions that receive rows. */
  readonly patches: readonly string[];
  readonly games: number;
}

export interface VoidBatch {
  readonly id: number;
  readonly patches: readonly string[];
}

/** Numbers are never reused; an unused one leaves a gap. */
export async function takeBatchNumber(database: Queryable): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('gamekeeper.batch', 'id'))::float8 as id`,
  );
  if (row === undefined) throw new Error('PostgreSQL returned no number for a batch');
  return row.id;
}

/** Fails if another batch of the projection is open: another process is projecting. */
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

/** Returns false if it is no longer open; its rows must then be removed. */
export async function closeBatch(tx: Queryable, id: number): Promise<boolean> {
  const rows = await tx.query(
    `update gamekeeper.batch set state = 'done', ended_at = now() where id = $1 and state = 'open' returning id`,
    [id],
  );
  return rows.length === 1;
}

/** Another projector has taken over. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

export function superseded({ batch }: { readonly batch: number }): Superseded {
  return new Superseded(`batch ${batch} is no longer open: another projector has taken over`);
}

export async function voidOpenBatches(database: Queryable, projections: readonly string[]): Promise<number> {
  const rows = await database.query(
    `update gamekeeper.batch set state = 'void', ended_at = now()
     where projection = any($1) and state = 'open' returning id`,
    [projections],
  );
  return rows.length;
}

/** A void batch without rows this long after its end stays without: no insert takes longer to arrive. */
const LATE_ROWS_MINUTES = 10;

/** Void batches whose rows may be in ClickHouse or may still arrive. */
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

async function markBatchesClean(database: Queryable, ids: readonly number[]): Promise<void> {
  await database.query('update gamekeeper.batch set clean_at = now() where id = any($1)', [ids]);
}

const KEEP_DAYS = 7;

/** Closed batches are kept for diagnosis only. */
export async function pruneBatches(database: Queryable): Promise<void> {
  await database.query(
    `delete from gamekeeper.batch
     where ended_at < now() - make_interval(days => $1)
       and (state = 'done' or (state = 'void' and clean_at >= ended_at + make_interval(mins => $2)))`,
    [KEEP_DAYS, LATE_ROWS_MINUTES],
  );
}

const LOOK_MS = 100;
/** Longer inserts are not awaited; the next check finds their rows. */
const MAX_WAIT_MS = 30_000;

export async function voidUnfinished(
  parts: ProjectorParts,
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  const count = await voidOpenBatches(parts.database, namesOf(parts.projection));
  if (count > 0) parts.log.warn({ batches: count }, 'unfinished batches voided');
  await removeVoidRows(parts, target, signal);
}

/** Returns how many batches had rows. */
export async function removeVoidRows(
  parts: ProjectorParts,
  { tables }: Target,
  signal: AbortSignal,
): Promise<number> {
  const { database, clickhouse, log } = parts;
  const suspects = await listSuspectBatches(database, namesOf(parts.projection));
  if (suspects.length === 0) return 0;
  for (const { id } of suspects) await untilInsertsEnd(parts, id, signal);
  const ids = suspects.map(({ id }) => id);
  const candidates = [...new Set(suspects.flatMap(({ patches }) => patches))];
  let found = 0;
  for (const table of tables) {
    for (const partition of await findPartitionsOfBatches(clickhouse, table, ids, candidates)) {
      log.warn({ table: table.name, partition, batches: ids }, 'removing rows of void batches');
      await removeBatches(clickhouse, table, partition, ids);
      found += 1;
    }
  }
  await markBatchesClean(database, ids);
  return found;
}

/** Both names: a finished build may have become the live projection. */
export function namesOf({ live, next }: SourceProjection): string[] {
  return [live.projection, next.projection];
}

async function untilInsertsEnd(
  { clickhouse }: ProjectorParts,
  batch: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (!signal.aborted && performance.now() < deadline && (await isInsertRunning(clickhouse, batch)))
    await pause(LOOK_MS, signal);
}
