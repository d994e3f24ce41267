/**
 * The main loop of the leading projector: projects stored matches, runs tasks, drops old patches and rechecks void batches. Returns
 * after a task, because the projection has to be settled again.
 */
import { listPartitions } from '#/runtime/clickhouse/projected-rows.ts';
import { readTableIds } from '#/runtime/clickhouse/projected-tables.ts';
import { pause } from '#/runtime/pause.ts';
import { listSuspectBatches, pruneBatches } from './batch.ts';
import type { Projection } from './projection.ts';
import { nextProjectionTask } from './projection-task.ts';
import { readBacklog } from '../raw-pages.ts';
import type { ProjectorParts } from './parts.ts';
import { projectRange } from './project-range.ts';
import type { Showing } from './projector-view.ts';
import { dropOldPatches } from './retention.ts';
import { runTask, type Progress } from './tasks.ts';
import { namesOf, removeVoidRows } from './void-batches.ts';

const COLLECT_MS = 1_000;
/**
 * Revised matches are collected for this many times the duration of the last removal. Removing a thousand matches costs ClickHouse
 * hardly more than removing one (0.3 s for three million rows, more during merges).
 */
const AFTER_REMOVAL = 4;
/** Pages between two looks for tasks and old patches. */
const PAGES_AT_ONCE = 20;
const LOOK_AGAIN_MS = 30_000;
/** While idle. A query every second was half of the projector's processor time at rest. */
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
    // Only between pages: an update must not run beside an insert.
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

/** After ClickHouse lost its data directory the same tables exist again, empty, and the cursor is invalid. */
async function refuseOtherTables(
  { clickhouse, projection }: ProjectorParts,
  { tableIds }: Projection,
): Promise<void> {
  const ids = await readTableIds(clickhouse, projection.live.tables);
  if (ids.join() !== tableIds.join())
    throw new Error('The tables of ClickHouse were created again; the cursor is no longer valid.');
}

function acceptsAllBut(dropped: readonly string[]): (patch: string) => boolean {
  return (patch) => !dropped.includes(patch);
}

function addNew(known: Set<string>, name: string): boolean {
  if (known.has(name)) return false;
  known.add(name);
  return true;
}

/** Runs `work` at most once per interval; the first time after one interval. */
function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  let due = performance.now() + ms;
  return async () => {
    if (performance.now() < due) return;
    due = performance.now() + ms;
    await work();
  };
}
