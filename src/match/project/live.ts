/**
 * The everyday work on one projection: `settle` checks that ClickHouse contains what PostgreSQL records, then
 * `projectLive` projects stored matches, runs tasks, drops old patches and rechecks void batches. It returns
 * after a task, because the projection has to be settled again, as after every fault and whenever a projector
 * takes the lead.
 *
 * The cursor is valid only if it was recorded
 * - by this server and database (transaction ids mean nothing after a restore into another one),
 * - for these tables, by UUID (an engine that lost its data directory creates others),
 * - by this version of the flattening, with the columns of this version,
 * - and if ClickHouse has no batch that PostgreSQL never closed (an older backup was restored).
 *
 * Otherwise the projection is rebuilt: directly into empty tables, or beside the old ones. Tables with other
 * columns are replaced by empty ones first.
 */
import { dropPartition, listPartitions, readLastBatch } from '#/runtime/clickhouse/projected-rows.ts';
import {
  createMissingTables,
  dropTables,
  haveOurShape,
  readTableIds,
} from '#/runtime/clickhouse/projected-tables.ts';
import { pause } from '#/runtime/pause.ts';
import { adoptForeignRows, readBacklog } from '../raw.ts';
import { listSuspectBatches, namesOf, pruneBatches, removeVoidRows, voidUnfinished } from './batches.ts';
import { nextProjectionTask } from './projection-task.ts';
import {
  beginProjection,
  keepPatches,
  type Projection,
  type ProjectorParts,
  readProjection,
  readSystemId,
} from './projection.ts';
import type { Showing } from './projector.ts';
import { finishExchange, forgetNext } from './rebuild.ts';
import { projectRange } from './send.ts';
import { type Progress, runTask } from './tasks.ts';

export type Settled =
  | { readonly type: 'ready'; readonly live: Projection }
  | { readonly type: 'rebuild'; readonly reason: string; readonly dropped: readonly string[] }
  /** A newer version of the program has written the projection; this one must not change it. */
  | { readonly type: 'outdated'; readonly version: number };

const ADOPT_ROWS = 5_000;

export async function settle(parts: ProjectorParts, signal: AbortSignal): Promise<Settled> {
  const { database, clickhouse, projection } = parts;
  projection.forget();
  const known = await readProjection(database, projection.live.projection);
  const built = await readProjection(database, projection.next.projection);
  const newest = Math.max(known?.version ?? 0, built?.version ?? 0);
  if (newest > projection.version) return { type: 'outdated', version: newest };
  await voidUnfinished(parts, projection.live, signal);
  // A build of an older version is discarded: it may lack tables.
  if (built?.state === 'ready' && built.version === projection.version) await finishExchange(parts);
  else await forgetNext(parts);
  await pruneBatches(database);

  // The start creates them too; here they are missing if a replacement was interrupted.
  await createLiveTables(parts);
  const tableIds = await readTableIds(clickhouse, projection.live.tables);
  const live = await readProjection(database, projection.live.projection);
  const systemId = await readSystemId(database);
  if (live?.systemId !== systemId) await adoptAll(parts, signal);
  const reason = await findInvalidity(parts, live, { systemId, tableIds });
  if (reason === null && live !== undefined) return { type: 'ready', live };
  return startProjection(parts, live, systemId, reason ?? 'nothing has been projected yet');
}

interface Stores {
  readonly systemId: string;
  readonly tableIds: readonly string[];
}

async function findInvalidity(
  parts: ProjectorParts,
  live: Projection | undefined,
  stores: Stores,
): Promise<string | null> {
  if (live === undefined) return 'nothing has been projected yet';
  if (live.systemId !== stores.systemId) return 'PostgreSQL is another server or database than before';
  if (live.tableIds.join() !== stores.tableIds.join()) return 'the tables of ClickHouse were created again';
  const { version } = parts.projection;
  if (live.version !== version)
    return `rows were made by version ${live.version}, and this program makes version ${version}`;
  if (!(await haveOurShape(parts.clickhouse, parts.projection.live.tables)))
    return 'the tables of ClickHouse have other columns';
  const last = await lastBatchOf(parts);
  return last > live.lastBatch ? `ClickHouse has batch ${last}, which PostgreSQL does not know` : null;
}

async function startProjection(
  parts: ProjectorParts,
  live: Projection | undefined,
  systemId: string,
  reason: string,
): Promise<Settled> {
  const { database, clickhouse, log, projection } = parts;
  const dropped = live?.dropped ?? [];
  const { tables } = projection.live;
  if (!(await haveOurShape(clickhouse, tables))) {
    // Questions cannot read them, so they are replaced at once and filled again.
    log.warn({ reason, projection: projection.live.projection }, 'replacing tables with other columns');
    await dropTables(clickhouse, tables);
    await createLiveTables(parts);
  } else if ((await lastBatchOf(parts)) > 0) return { type: 'rebuild', reason, dropped };
  log.info({ reason, projection: projection.live.projection }, 'projecting everything into empty tables');
  await beginProjection(database, {
    name: projection.live.projection,
    version: projection.version,
    state: 'live',
    systemId,
    tableIds: await readTableIds(clickhouse, tables),
    dropped,
  });
  const begun = await readProjection(database, projection.live.projection);
  if (begun === undefined) throw new Error('the new projection was not found');
  return { type: 'ready', live: begun };
}

async function createLiveTables({ database, clickhouse, projection }: ProjectorParts): Promise<void> {
  const tables = projection.live.tables.map(({ shape }) => shape);
  await createMissingTables({ client: clickhouse, postgres: database, tables });
}

async function lastBatchOf({ clickhouse, projection }: ProjectorParts): Promise<number> {
  const last = await Promise.all(projection.live.tables.map(({ name }) => readLastBatch(clickhouse, name)));
  return Math.max(...last);
}

async function adoptAll({ database, log, projection }: ProjectorParts, signal: AbortSignal): Promise<void> {
  let total = 0;
  for (let count = -1; count !== 0 && !signal.aborted; total += count)
    count = await adoptForeignRows(database, projection.source, ADOPT_ROWS);
  if (total > 0) log.warn({ rows: total }, 'raw rows of another server got transaction ids of this one');
}

const COLLECT_MS = 1_000;
/**
 * Revised matches are collected for this many times the duration of the last removal. Removing a thousand
 * matches costs ClickHouse hardly more than removing one (0.3 s for three million rows, more during merges).
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

/**
 * Drops old patches, one partition at a time, when a new patch exceeds the number to keep. Raw bodies remain,
 * so `rebuild --patch` restores a patch, which then stays until the next complete rebuild.
 *
 * The drop is recorded in PostgreSQL first: late matches of a dropped patch are not projected, because an
 * incomplete patch would look complete.
 */
async function dropOldPatches(parts: ProjectorParts, live: Projection): Promise<Projection> {
  const { database, clickhouse, log, projection } = parts;
  const names = projection.live.tables.map(({ name }) => name);
  const existing = await listPartitions(clickhouse, names);
  const beyond = await projection.toDrop(existing);
  const leaving = beyond.filter((patch) => !live.pinned.includes(patch) && !live.dropped.includes(patch));
  if (leaving.length > 0) {
    log.info({ patches: leaving }, 'dropping old patches');
    const dropped = [...live.dropped, ...leaving];
    await keepPatches(database, projection.live.projection, { dropped, pinned: live.pinned });
  }
  const known = (await readProjection(database, projection.live.projection)) ?? live;
  for (const patch of existing.filter((name) => known.dropped.includes(name)))
    for (const name of names) await dropPartition(clickhouse, name, patch);
  return known;
}
