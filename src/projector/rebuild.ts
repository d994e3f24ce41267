/**
 * Builds the projection anew beside the one that is asked: other tables, the same games, a comparison, and then the tables are
 * exchanged. Whoever asks meanwhile is answered from the old ones. What was built when the process died is thrown away; what was
 * `ready` is put in place by the next one (`finishExchange`).
 *
 * Of a single patch only its partition is built and exchanged.
 */
import { PROJECTION_VERSION } from '#/domain/tft/rows.ts';
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
import { RAW_START } from '#/stores/postgres/raw-pages.ts';
import { LIVE, NEXT, type ProjectorParts } from './parts.ts';
import { projectRange, type OnPage } from './project-range.ts';
import { compareTally, createTally, type Tally } from './tally.ts';

/** Everything. `dropped` are the patches that stay away. */
export async function rebuildAll(
  parts: ProjectorParts,
  dropped: readonly string[],
  onPage: OnPage,
  signal: AbortSignal,
): Promise<void> {
  await beginNext(parts, dropped);
  const tally = createTally();
  await projectRange(
    parts,
    NEXT,
    { after: RAW_START, accepts: (patch) => !dropped.includes(patch), movesCursor: true },
    async (page) => {
      tally.merge(page.tally);
      await onPage(page);
    },
    signal,
  );
  await compareWithNext(parts, tally);
  await markProjectionReady(parts.database, NEXT.projection);
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
  const { database, clickhouse } = parts;
  await beginNext(parts, []);
  const tally = createTally();
  let looked = 0;
  await projectRange(
    parts,
    NEXT,
    { after: RAW_START, until: live.cursor, accepts: (candidate) => candidate === patch, movesCursor: false },
    async (page) => {
      tally.merge(page.tally);
      looked += page.looked;
      await onPage(page);
    },
    signal,
  );
  if (NEXT.tables.every(({ shape }) => tally.sumsOf(shape.name).size === 0))
    throw new UserError(
      `None of ${looked} stored games is of patch ${patch}.`,
      'The patches that there are games of are shown by the explorer.',
    );
  await compareWithNext(parts, tally);
  const built = await readProjection(database, NEXT.projection);
  await noteBatch(database, LIVE.projection, built?.lastBatch ?? 0);
  for (const [at, { name }] of LIVE.tables.entries())
    await replacePartition(clickhouse, name, NEXT.tables[at]?.name ?? '', patch);
  await keepPatches(database, LIVE.projection, {
    dropped: live.dropped.filter((name) => name !== patch),
    pinned: [...new Set([...live.pinned, patch])],
  });
  await forgetNext(parts);
}

/** Exchanges what has not been exchanged yet; safe to be called again after it was cut off anywhere. */
export async function finishExchange(parts: ProjectorParts): Promise<void> {
  const { database, clickhouse, log } = parts;
  const built = await readProjection(database, NEXT.projection);
  if (built === undefined || built.state !== 'ready') return;
  const ids = await readTableIds(clickhouse, LIVE.tables);
  for (const [at, { name }] of LIVE.tables.entries()) {
    if (ids[at] !== built.tableIds[at]) await exchangeTables(clickhouse, name, NEXT.tables[at]?.name ?? '');
  }
  await database.transaction((tx) => promoteProjection(tx, NEXT.projection, LIVE.projection));
  await dropTables(clickhouse, NEXT.tables);
  log.info({ version: built.version }, 'the projection was built anew');
}

/** Whatever is left of a building that never became ready. */
export async function forgetNext({ database, clickhouse }: ProjectorParts): Promise<void> {
  await removeProjection(database, NEXT.projection);
  await dropTables(clickhouse, NEXT.tables);
}

async function beginNext(parts: ProjectorParts, dropped: readonly string[]): Promise<void> {
  const { database, clickhouse } = parts;
  await forgetNext(parts);
  await createTables(clickhouse, NEXT.tables);
  await beginProjection(database, {
    name: NEXT.projection,
    version: PROJECTION_VERSION,
    state: 'building',
    systemId: await readSystemId(database),
    tableIds: await readTableIds(clickhouse, NEXT.tables),
    dropped,
  });
}

async function compareWithNext({ clickhouse }: ProjectorParts, tally: Tally): Promise<void> {
  for (const { shape, name } of NEXT.tables) {
    const [first, ...more] = compareTally(tally, shape.name, await readBucketSums(clickhouse, shape, name));
    if (first === undefined) continue;
    throw new Error(
      `The rebuilt ${name} is not what was sent: in patch ${first.patch}, bucket ${first.bucket}, ${first.expected} rows were expected ` +
        `and ${first.found} found, and ${more.length} more buckets differ. Nothing was exchanged.`,
    );
  }
}
