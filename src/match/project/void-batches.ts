/**
 * Voids batches whose arrival is unknown. Rows of a batch that was not closed are removed, and its matches are sent again under another
 * number. A batch is never compared or completed: the same range may give other rows today, and the earlier sender may still be
 * writing. For that reason void batches are checked for late rows for ten minutes.
 */
import { isInsertRunning } from '#/runtime/clickhouse/insert-batch.ts';
import { findPartitionsOfBatches, removeBatches } from '#/runtime/clickhouse/projected-rows.ts';
import { pause } from '#/runtime/pause.ts';
import { listSuspectBatches, markBatchesClean, voidOpenBatches } from './batch.ts';
import type { ProjectorParts } from './parts.ts';
import type { SourceProjection, Target } from './source-projection.ts';

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
