/**
 * Sends one prepared page: its number is written down as open, its parts go to ClickHouse one by one, and only when all are there are
 * the batch closed and the cursor moved, in one transaction.
 *
 * On the way PostgreSQL is asked again and again whether the batch is still ours. Somebody who was paused for so long that another took over
 * learns it here, and what he sent too late is removed: by him, or by the one who took over (`void-batches.ts`).
 */
import { insertBatchPart } from '#/stores/clickhouse/insert-batch.ts';
import { readRowCounts, type RowCounts } from '#/stores/clickhouse/part-health.ts';
import { removeGames } from '#/stores/clickhouse/projected-rows.ts';
import { closeBatch, isBatchOpen, openBatch } from '#/stores/postgres/batch.ts';
import { moveCursor, noteBatch } from '#/stores/postgres/projection.ts';
import { addRowCounts, setRowCounts } from '#/stores/postgres/projection-health.ts';
import { quarantineStored } from '#/stores/postgres/quarantine-stored.ts';
import { compareRowCounts } from './health.ts';
import type { PreparedPage } from './page-maker.ts';
import type { ProjectorParts } from './parts.ts';
import type { Target } from './source-projection.ts';

/** Another projector has taken over. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** A pause that is shorter lets nobody else take over. */
const ASK_AGAIN_MS = 250;

/**
 * `movesCursor` is false for what is sent a second time, below the cursor. A batch that has begun is always brought to its end.
 * Returns for how many milliseconds rows were removed.
 */
export async function sendBatch(
  parts: ProjectorParts,
  target: Target,
  page: PreparedPage,
  movesCursor: boolean,
): Promise<number> {
  const startedAt = performance.now();
  const base = page.revised.length > 0 ? await removeRevised(parts, target, page.revised) : null;
  const removalMs = base === null ? 0 : performance.now() - startedAt;
  if (page.parts.length > 0) await sendParts(parts, target, page);
  await parts.database.transaction(async (tx) => {
    if (page.parts.length > 0 && !(await closeBatch(tx, page.batch))) throw superseded(page);
    await quarantineStored(tx, parts.projection.source, page.faults);
    await addRowCounts(tx, target.projection, rowsOf(page, target), base);
    if (!movesCursor) return noteBatch(tx, target.projection, page.batch);
    if (!(await moveCursor(tx, target.projection, page))) throw superseded(page);
  });
  return removalMs;
}

/** Returns how many rows are left. Until the batch is closed the counts are unknown: a crash leaves them to be counted again. */
async function removeRevised(
  parts: ProjectorParts,
  target: Target,
  revised: readonly number[],
): Promise<RowCounts> {
  const { database, clickhouse } = parts;
  await compareRowCounts(parts, target);
  await setRowCounts(database, target.projection, null);
  for (const table of target.tables) await removeGames(clickhouse, table, revised);
  return readRowCounts(clickhouse, target.tables);
}

function rowsOf({ tally }: PreparedPage, { tables }: Target): RowCounts {
  const rows: Record<string, number> = {};
  for (const { shape } of tables)
    for (const [partition, buckets] of tally.sumsOf(shape.name))
      rows[`${shape.name} ${partition}`] = buckets.reduce((sum, bucket) => sum + bucket.rows, 0);
  return rows;
}

async function sendParts(
  { database, clickhouse, projection: { version } }: ProjectorParts,
  { projection, tables }: Target,
  { batch, from, to, games, parts }: PreparedPage,
): Promise<void> {
  const patches = parts.map(({ partition }) => partition);
  await openBatch(database, { id: batch, projection, version, from, to, patches, games });
  let askedAt = performance.now();
  for (const [place, { blocks }] of parts.entries()) {
    for (const [at, { shape, name }] of tables.entries()) {
      const block = blocks[at];
      if (block === undefined || block === null) continue;
      if (performance.now() - askedAt > ASK_AGAIN_MS) {
        if (!(await isBatchOpen(database, batch))) throw superseded({ batch });
        askedAt = performance.now();
      }
      await insertBatchPart(clickhouse, { batch, table: name, columns: shape.sent, block }, place);
    }
  }
}

function superseded({ batch }: { readonly batch: number }): Superseded {
  return new Superseded(`batch ${batch} is no longer open: another projector has taken over`);
}
