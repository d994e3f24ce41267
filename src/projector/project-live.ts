/**
 * The everyday work of the one that leads: what was stored is projected, tasks are carried out in between, old patches leave, and
 * void batches are looked at again. Returns when things have to be settled anew: after a task.
 */
import { listPartitions } from '#/stores/clickhouse/projected-rows.ts';
import { readTableIds } from '#/stores/clickhouse/projected-tables.ts';
import { pause } from '#/stores/pause.ts';
import { listSuspectBatches, pruneBatches } from '#/stores/postgres/batch.ts';
import type { Projection } from '#/stores/postgres/projection.ts';
import { nextProjectionTask } from '#/stores/postgres/projection-task.ts';
import { readBacklog } from '#/stores/postgres/raw-pages.ts';
import { LIVE, SOURCE, type ProjectorParts } from './parts.ts';
import { projectRange } from './project-range.ts';
import type { Showing } from './projector-view.ts';
import { dropOldPatches } from './retention.ts';
import { runTask } from './tasks.ts';
import { removeVoidRows } from './void-batches.ts';

const COLLECT_MS = 1_000;
/** After so many, tasks and old patches have their turn. */
const PAGES_AT_ONCE = 20;
const LOOK_AGAIN_MS = 30_000;
const PRUNE_EVERY_MS = 3_600_000;

export async function projectLive(
  parts: ProjectorParts,
  settled: Projection,
  { view, show }: Showing,
  signal: AbortSignal,
): Promise<void> {
  let live = await dropOldPatches(parts, settled);
  let { cursor } = live;
  const partitions = new Set(await listPartitions(parts.clickhouse, tableNames()));
  const lookAgain = every(LOOK_AGAIN_MS, async () => {
    if ((await listSuspectBatches(parts.database)).length > 0) await removeVoidRows(parts, LIVE, signal);
  });
  const prune = every(PRUNE_EVERY_MS, () => pruneBatches(parts.database));
  while (!signal.aborted) {
    const task = await nextProjectionTask(parts.database);
    if (task !== undefined) {
      const state = task.kind === 'verify' ? 'verifying' : 'rebuilding';
      return runTask(parts, { ...live, cursor }, task, (progress) => show({ state, progress }), signal);
    }
    await refuseOtherTables(parts, live);
    let hasNewPatch = false;
    const accepts = acceptsAllBut(live.dropped);
    const hasMore = await projectRange(
      parts,
      LIVE,
      { after: cursor, accepts, movesCursor: true, maxPages: PAGES_AT_ONCE },
      async (page) => {
        cursor = page.to;
        for (const { patch } of page.parts) hasNewPatch = addNew(partitions, patch) || hasNewPatch;
        show({ games: view.games + page.games, batches: view.batches + Math.sign(page.parts.length) });
        await refuseOtherTables(parts, live);
      },
      signal,
    );
    if (hasNewPatch) live = await dropOldPatches(parts, live);
    const lag = await readBacklog(parts.database, SOURCE, cursor);
    show({ state: 'projecting', lag, progress: null, fault: null });
    await lookAgain();
    await prune();
    if (!hasMore) await pause(parts.collectMs ?? COLLECT_MS, signal);
  }
}

/** A ClickHouse that lost its folder has the same tables again, but empty: the cursor means nothing to them. */
async function refuseOtherTables({ clickhouse }: ProjectorParts, { tableIds }: Projection): Promise<void> {
  const ids = await readTableIds(clickhouse, LIVE.tables);
  if (ids.join() !== tableIds.join())
    throw new Error('ClickHouse has other tables than a moment ago: it began anew.');
}

function acceptsAllBut(dropped: readonly string[]): (patch: string) => boolean {
  return (patch) => !dropped.includes(patch);
}

function tableNames(): string[] {
  return LIVE.tables.map(({ name }) => name);
}

function addNew(known: Set<string>, name: string): boolean {
  if (known.has(name)) return false;
  known.add(name);
  return true;
}

/** Runs `work` when it has not run for so long; the first time only then. */
function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  let due = performance.now() + ms;
  return async () => {
    if (performance.now() < due) return;
    due = performance.now() + ms;
    await work();
  };
}
