/**
 * Builds the projection anew beside the one that is asked: other tables, the same games, a comparison, and then the tables are
 * exchanged. Whoever asks meanwhile is answered from the old ones. What was built when the process died is thrown away; what was
 * `ready` is put in place by the next one (`finishExchange`).
 *
 * Of a single patch only its partition is built and exchanged.
 */
import { UserError } from '#/domain/user-error.ts';
import { readBucketSums, replacePartition } from '#/stores/clickhouse/projected-rows.ts';
import {
  createTables,
  dropTables,
  exchangeTables,
  readTableIds,
} from '#/stores/clickhouse/projected-tables.ts';
import {
  beginProjection,
  keepPatches,
  markProjectionReady,
  noteBatch,
  promoteProjection,
  readProjection,
  readSystemId,
  removeProjection,
  type Projection,
} from '#/stores/postgres/projection.ts';
import { setRowCounts } from '#/stores/postgres/projection-health.ts';
import { RAW_START, readLastPosition } from '#/stores/postgres/raw-pages.ts';
import type { ProjectorParts } from './parts.ts';
import { projectRange, type OnPage } from './project-range.ts';
import { compareTally, tallyFor, type Tally } from './tally.ts';

/** Everything. `dropped` are the patches that stay away. */
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
  // Below this nothing can come twice, so what was sent can be compared; a game that is published again goes beyond it.
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
 * One patch, up to where the live projection is; it stays from now on, however old it is. Its games may have been in another
 * partition until now, because the calendar has changed: whoever calls this verifies everything afterwards.
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
  // Counted again by the verify that follows.
  await setRowCounts(database, asked.projection, null);
  for (const [at, { name }] of asked.tables.entries())
    await replacePartition(clickhouse, name, next.tables[at]?.name ?? '', patch);
  await keepPatches(database, asked.projection, {
    dropped: live.dropped.filter((name) => name !== patch),
    pinned: [...new Set([...live.pinned, patch])],
  });
  await forgetNext(parts);
}

/** Exchanges what has not been exchanged yet; safe to be called again after it was cut off anywhere. */
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
  log.info({ projection: live.projection, version: built.version }, 'the projection was built anew');
}

/** Whatever is left of a building that never became ready. */
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
