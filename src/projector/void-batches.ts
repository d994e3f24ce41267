/**
 * Takes back what may or may not have arrived. A batch that was not closed is declared void, and its rows are removed wherever they
 * are; the same games are then sent again under another number. Nothing is compared and nothing completed: what the same range
 * gives today may differ from what it gave then, and whoever sent it may still be sending.
 *
 * So void batches are looked at again for ten minutes, in case rows of them arrive late.
 */
import { isInsertRunning } from '#/stores/clickhouse/insert-batch.ts';
import { findPartitionsOfBatches, removeBatches } from '#/stores/clickhouse/projected-rows.ts';
import { pause } from '#/stores/pause.ts';
import { listSuspectBatches, markBatchesClean, voidOpenBatches } from '#/stores/postgres/batch.ts';
import type { ProjectorParts } from './parts.ts';
import type { SourceProjection, Target } from './source-projection.ts';

const LOOK_MS = 100;
/** An insert that takes longer is not waited for; the next look finds what it wrote. */
const MAX_WAIT_MS = 30_000;

export async function voidUnfinished(
  parts: ProjectorParts,
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  const count = await voidOpenBatches(parts.database, namesOf(parts.projection));
  if (count > 0) parts.log.warn({ batches: count }, 'a batch was left unfinished and is taken back');
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
      log.warn(
        { table: table.name, partition, batches: ids },
        'rows of a batch that was taken back are removed',
      );
      await removeBatches(clickhouse, table, partition, ids);
      found += 1;
    }
  }
  await markBatchesClean(database, ids);
  return found;
}

/** Of what is asked, and of what is built: that may have become the one that is asked. */
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
