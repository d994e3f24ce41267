/**
 * Sends one prepared page: records its batch as open, inserts its parts into ClickHouse one by one, and then closes the batch and moves
 * the cursor in one transaction.
 *
 * Between the inserts it checks that the batch is still open. A projector that was paused until another took over stops here; its
 * late rows are removed by itself or by the new leader (`void-batches.ts`).
 */
import { insertBatchPart } from '#/runtime/clickhouse/insert-batch.ts';
import { readRowCounts, type RowCounts } from '#/runtime/clickhouse/part-health.ts';
import { removeGames } from '#/runtime/clickhouse/projected-rows.ts';
import { closeBatch, isBatchOpen, openBatch } from './batch.ts';
import { moveCursor, noteBatch } from './projection.ts';
import { addRowCounts, setRowCounts } from './projection-health.ts';
import { quarantineStored } from '../quarantine-stored.ts';
import { compareRowCounts } from './health.ts';
import type { PreparedPage } from './page-maker.ts';
import type { ProjectorParts } from './parts.ts';
import type { Target } from './source-projection.ts';

/** Another projector has taken over. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** No other projector can take over within a shorter pause. */
const ASK_AGAIN_MS = 250;

/**
 * `movesCursor` is false for matches that are sent again, below the cursor. A batch that was opened is always finished.
 * Returns the time spent on removing rows, in milliseconds.
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

/** Returns the remaining rows. The counts are unknown until the batch closes; after a crash they are counted again. */
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
