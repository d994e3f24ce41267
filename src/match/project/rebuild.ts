/**
 * Rebuilds the projection in other tables, compares them with the raw bodies, and exchanges the tables.
 * Questions use the old tables until then. A build that a crash interrupted is discarded; one that was
 * `ready` is exchanged by the next process (`finishExchange`).
 *
 * For a single patch only its partition is built and exchanged.
 */
import { UserError } from '#/domain/user-error.ts';
import { readBucketSums, replacePartition } from '#/runtime/clickhouse/projected-rows.ts';
import {
  createTables,
  dropTables,
  exchangeTables,
  readTableIds,
} from '#/runtime/clickhouse/projected-tables.ts';
import { RAW_START, readLastPosition } from '../raw.ts';
import {
  beginProjection,
  keepPatches,
  markProjectionReady,
  noteBatch,
  type Projection,
  type ProjectorParts,
  promoteProjection,
  readProjection,
  readSystemId,
  removeProjection,
  setRowCounts,
} from './projection.ts';
import { type OnPage, projectRange } from './send.ts';
import { compareTally, type Tally, tallyFor } from './tally.ts';

/** Rebuilds everything except the patches in `dropped`. */
export async function rebuildAll(
  parts: ProjectorParts,
  dropped: readonly string[],
  onPage: OnPage,
  signal: AbortSignal,
): Promise<void> {
  const { next } = parts.projection;
  await beginNext(parts, dropped);
  const tally = tallyFor(parts.projection);
  const accepts = (patch: string): boolean => !dropped.includes(patch);
  let cursor = RAW_START;
  const move: OnPage = async (page, removalMs) => {
    cursor = page.to;
    await onPage(page, removalMs);
  };
  // Up to this position no match can appear twice, so the rows can be compared; a match that is published
  // again moves beyond it.
  const until = await readLastPosition(parts.database, parts.projection.source);
  const fixed = { after: RAW_START, until, accepts, movesCursor: true, replaces: false };
  await projectRange(
    parts,
    next,
    fixed,
    async (page, removalMs) => {
      tally.merge(page.tally);
      await move(page, removalMs);
    },
    signal,
  );
  await compareWithNext(parts, tally);
  const rest = { after: cursor, accepts, movesCursor: true, replaces: true };
  await projectRange(parts, next, rest, move, signal);
  await markProjectionReady(parts.database, next.projection);
  await finishExchange(parts);
}

/**
 * Rebuilds one patch up to the cursor of the live projection; the patch is kept from then on, whatever its
 * age. After a change of the calendar its matches may still be in another partition, so the caller runs a
 * verify afterwards.
 */
export async function rebuildPatch(
  parts: ProjectorParts,
  live: Projection,
  patch: string,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<void> {
  const { database, clickhouse, projection } = parts;
  const { live: asked, next } = projection;
  await beginNext(parts, []);
  const tally = tallyFor(parts.projection);
  let looked = 0;
  await projectRange(
    parts,
    next,
    {
      after: RAW_START,
      until: live.cursor,
      accepts: (candidate) => candidate === patch,
      movesCursor: false,
      replaces: false,
    },
    async (page, removalMs) => {
      tally.merge(page.tally);
      looked += page.looked;
      await onPage(page, removalMs);
    },
    signal,
  );
  if (next.tables.every(({ shape }) => tally.sumsOf(shape.name).size === 0))
    throw new UserError(
      `None of ${looked} stored games is of ${asked.tables[0]?.shape.partitionBy ?? 'patch'} ${patch}.`,
      'The patches that there are games of are shown by the explorer.',
    );
  await compareWithNext(parts, tally);
  const built = await readProjection(database, next.projection);
  await noteBatch(database, asked.projection, built?.lastBatch ?? 0);
  // The verify that follows counts them again.
  await setRowCounts(database, asked.projection, null);
  for (const [at, { name }] of asked.tables.entries())
    await replacePartition(clickhouse, name, next.tables[at]?.name ?? '', patch);
  await keepPatches(database, asked.projection, {
    dropped: live.dropped.filter((name) => name !== patch),
    pinned: [...new Set([...live.pinned, patch])],
  });
  await forgetNext(parts);
}

/** Exchanges the tables that have not been exchanged yet; idempotent after an interruption at any point. */
export async function finishExchange(parts: ProjectorParts): Promise<void> {
  const { database, clickhouse, log, projection } = parts;
  const { live, next } = projection;
  const built = await readProjection(database, next.projection);
  if (built === undefined || built.state !== 'ready') return;
  const ids = await readTableIds(clickhouse, live.tables);
  for (const [at, { name }] of live.tables.entries()) {
    if (ids[at] !== built.tableIds[at]) await exchangeTables(clickhouse, name, next.tables[at]?.name ?? '');
  }
  await database.transaction((tx) => promoteProjection(tx, next.projection, live.projection));
  await dropTables(clickhouse, next.tables);
  log.info({ projection: live.projection, version: built.version }, 'projection rebuilt');
}

/** Removes an unfinished build. */
export async function forgetNext({ database, clickhouse, projection }: ProjectorParts): Promise<void> {
  await removeProjection(database, projection.next.projection);
  await dropTables(clickhouse, projection.next.tables);
}

async function beginNext(parts: ProjectorParts, dropped: readonly string[]): Promise<void> {
  const { database, clickhouse, projection } = parts;
  const { next, version } = projection;
  await forgetNext(parts);
  await createTables(clickhouse, next.tables);
  await beginProjection(database, {
    name: next.projection,
    version,
    state: 'building',
    systemId: await readSystemId(database),
    tableIds: await readTableIds(clickhouse, next.tables),
    dropped,
  });
}

async function compareWithNext({ clickhouse, projection }: ProjectorParts, tally: Tally): Promise<void> {
  for (const table of projection.next.tables) {
    const found = await readBucketSums(clickhouse, table);
    const [first, ...more] = compareTally(tally, table.shape.name, found);
    if (first === undefined) continue;
    throw new Error(
      `The rebuilt ${table.name} is not what was sent: in ${table.shape.partitionBy} ${first.partition}, bucket ${first.bucket}, ${first.expected} rows were expected ` +
        `and ${first.found} found, and ${more.length} more buckets differ. Nothing was exchanged.`,
    );
  }
}
