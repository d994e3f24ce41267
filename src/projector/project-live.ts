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
import type { ProjectorParts } from './parts.ts';
import { projectRange } from './project-range.ts';
import type { Showing } from './projector-view.ts';
import { dropOldPatches } from './retention.ts';
import { runTask, type Progress } from './tasks.ts';
import { namesOf, removeVoidRows } from './void-batches.ts';

const COLLECT_MS = 1_000;
/**
 * Games that come again gather for so many times as long as it took to remove the last ones: to remove a thousand costs ClickHouse hardly more
 * than to remove one (0.3 s of three million rows, more while it merges), and must not keep it busy.
 */
const AFTER_REMOVAL = 4;
/** After so many, tasks and old patches have their turn. */
const PAGES_AT_ONCE = 20;
const LOOK_AGAIN_MS = 30_000;
/** While nothing comes. To ask ClickHouse every second was half of what the projector took at rest. */
const CHECK_TABLES_MS = 5_000;
const PRUNE_EVERY_MS = 3_600_000;
const TASK_STATES = { verify: 'verifying', rebuild: 'rebuilding', replay: 'projecting' } as const;

export async function projectLive(
  parts: ProjectorParts,
  settled: Projection,
  { view, show }: Showing,
  checkHealth: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { projection } = parts;
  let live = await dropOldPatches(parts, settled);
  let { cursor } = live;
  const names = projection.live.tables.map(({ name }) => name);
  const partitions = new Set(await listPartitions(parts.clickhouse, names));
  const lookAgain = every(LOOK_AGAIN_MS, async () => {
    const suspects = await listSuspectBatches(parts.database, namesOf(projection));
    if (suspects.length > 0) await removeVoidRows(parts, projection.live, signal);
  });
  const checkNowAndThen = every(parts.checkMs ?? LOOK_AGAIN_MS, checkHealth);
  const checkTables = every(CHECK_TABLES_MS, () => refuseOtherTables(parts, live));
  const prune = every(PRUNE_EVERY_MS, () => pruneBatches(parts.database));
  const lateRanks = projection.openLateRanks?.(parts);
  while (!signal.aborted) {
    const task = await nextProjectionTask(parts.database, projection.source);
    if (task !== undefined) {
      const state = TASK_STATES[task.kind];
      const onProgress = (progress: Progress): void => show({ state, progress, fault: null });
      return runTask(parts, { ...live, cursor }, task, onProgress, checkNowAndThen, signal);
    }
    await checkTables();
    // Only here, where no page is on its way.
    await lateRanks?.apply(cursor);
    let hasNewPatch = false;
    let removalMs = 0;
    const accepts = acceptsAllBut(live.dropped);
    const hasMore = await projectRange(
      parts,
      projection.live,
      { after: cursor, accepts, movesCursor: true, maxPages: PAGES_AT_ONCE, replaces: true },
      async (page, removing) => {
        cursor = page.to;
        for (const { partition } of page.parts) hasNewPatch = addNew(partitions, partition) || hasNewPatch;
        removalMs += removing;
        const batches = view.batches + Math.sign(page.parts.length);
        show({ games: view.games + page.games, batches, fault: null });
        await refuseOtherTables(parts, live);
        await checkNowAndThen();
      },
      signal,
    );
    if (hasNewPatch) live = await dropOldPatches(parts, live);
    const lag = await readBacklog(parts.database, projection.source, cursor);
    show({ state: 'projecting', lag, progress: null, fault: null });
    await lookAgain();
    await checkNowAndThen();
    await prune();
    if (hasMore) continue;
    await pause(Math.max(parts.collectMs ?? COLLECT_MS, AFTER_REMOVAL * removalMs), signal);
  }
}

/** A ClickHouse that lost its folder has the same tables again, but empty: the cursor means nothing to them. */
async function refuseOtherTables(
  { clickhouse, projection }: ProjectorParts,
  { tableIds }: Projection,
): Promise<void> {
  const ids = await readTableIds(clickhouse, projection.live.tables);
  if (ids.join() !== tableIds.join())
    throw new Error('ClickHouse has other tables than a moment ago: it began anew.');
}

function acceptsAllBut(dropped: readonly string[]): (patch: string) => boolean {
  return (patch) => !dropped.includes(patch);
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
