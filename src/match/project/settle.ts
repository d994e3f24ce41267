/**
 * Checks that ClickHouse contains what PostgreSQL records, whenever a projector takes the lead and after every fault. Unfinished
 * batches are completed or voided. The cursor is valid only if it was recorded
 * - by this server and database (transaction ids mean nothing after a restore into another one),
 * - for these tables, by UUID (an engine that lost its data directory creates others),
 * - by this version of the flattening,
 * - and if ClickHouse has no batch that PostgreSQL never closed (an older backup was restored).
 * Otherwise the projection is rebuilt: directly into empty tables, or beside the old ones.
 */
import { readLastBatch } from '#/runtime/clickhouse/projected-rows.ts';
import { haveOurShape, readTableIds } from '#/runtime/clickhouse/projected-tables.ts';
import { pruneBatches } from './batch.ts';
import { beginProjection, readProjection, readSystemId, type Projection } from './projection.ts';
import { adoptForeignRows } from '../raw-pages.ts';
import type { ProjectorParts } from './parts.ts';
import { finishExchange, forgetNext } from './rebuild.ts';
import { voidUnfinished } from './void-batches.ts';

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

  const tableIds = await readTableIds(clickhouse, projection.live.tables);
  if (tableIds.includes(''))
    throw new Error('ClickHouse has no tables for the projection yet; migrations create them.');
  const live = await readProjection(database, projection.live.projection);
  const systemId = await readSystemId(database);
  if (live?.systemId !== systemId) await adoptAll(parts, signal);
  const reason = await findInvalidity(parts, live, { systemId, tableIds });
  if (reason === null && live !== undefined) return { type: 'ready', live };
  return startProjection(parts, live, { systemId, tableIds }, reason ?? 'nothing has been projected yet');
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
  const last = await lastBatchOf(parts);
  return last > live.lastBatch ? `ClickHouse has batch ${last}, which PostgreSQL does not know` : null;
}

async function startProjection(
  parts: ProjectorParts,
  live: Projection | undefined,
  stores: Stores,
  reason: string,
): Promise<Settled> {
  const { database, clickhouse, log, projection } = parts;
  const dropped = live?.dropped ?? [];
  const canFill =
    (await lastBatchOf(parts)) === 0 && (await haveOurShape(clickhouse, projection.live.tables));
  if (!canFill) return { type: 'rebuild', reason, dropped };
  log.info({ reason, projection: projection.live.projection }, 'projecting everything into empty tables');
  await beginProjection(database, {
    name: projection.live.projection,
    version: projection.version,
    state: 'live',
    ...stores,
    dropped,
  });
  const begun = await readProjection(database, projection.live.projection);
  if (begun === undefined) throw new Error('the new projection was not found');
  return { type: 'ready', live: begun };
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
