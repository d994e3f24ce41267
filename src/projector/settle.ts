/**
 * Before anything is projected: is what is in ClickHouse what PostgreSQL thinks is there? Asked whenever a projector begins to lead
 * and after every fault. What was cut off is finished or taken back; and the cursor is only believed when it was counted
 * - by this server and database (after a restore into another one, transaction ids mean nothing),
 * - for these very tables (an engine that lost its folder begins with others),
 * - by this version of the flattening,
 * - and when ClickHouse knows of no batch that PostgreSQL has never closed (an older backup was restored).
 * Otherwise everything is built again: into empty tables at once, so that something is to be seen soon, and else beside the old ones.
 */
import { readLastBatch } from '#/stores/clickhouse/projected-rows.ts';
import { haveOurShape, readTableIds } from '#/stores/clickhouse/projected-tables.ts';
import { pruneBatches } from '#/stores/postgres/batch.ts';
import {
  beginProjection,
  readProjection,
  readSystemId,
  type Projection,
} from '#/stores/postgres/projection.ts';
import { adoptForeignRows } from '#/stores/postgres/raw-pages.ts';
import type { ProjectorParts } from './parts.ts';
import { finishExchange, forgetNext } from './rebuild.ts';
import { voidUnfinished } from './void-batches.ts';

export type Settled =
  | { readonly type: 'ready'; readonly live: Projection }
  | { readonly type: 'rebuild'; readonly reason: string; readonly dropped: readonly string[] }
  /** A newer program has written it; this one must leave it alone. */
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
  // One that an older program has built is thrown away: it may not even have all tables.
  if (built?.state === 'ready' && built.version === projection.version) await finishExchange(parts);
  else await forgetNext(parts);
  await pruneBatches(database);

  const tableIds = await readTableIds(clickhouse, projection.live.tables);
  if (tableIds.includes(''))
    throw new Error('ClickHouse has no tables for the projection yet: they come with its migrations.');
  const live = await readProjection(database, projection.live.projection);
  const systemId = await readSystemId(database);
  if (live?.systemId !== systemId) await adoptAll(parts, signal);
  const reason = await reasonToDoubt(parts, live, { systemId, tableIds });
  if (reason === null && live !== undefined) return { type: 'ready', live };
  return beginAgain(parts, live, { systemId, tableIds }, reason ?? 'nothing has been projected yet');
}

interface Ground {
  readonly systemId: string;
  readonly tableIds: readonly string[];
}

async function reasonToDoubt(
  parts: ProjectorParts,
  live: Projection | undefined,
  ground: Ground,
): Promise<string | null> {
  if (live === undefined) return 'nothing has been projected yet';
  if (live.systemId !== ground.systemId) return 'PostgreSQL is another server or database than before';
  if (live.tableIds.join() !== ground.tableIds.join())
    return 'ClickHouse has other tables than before: it began anew';
  const { version } = parts.projection;
  if (live.version !== version)
    return `rows were made by version ${live.version}, and this program makes version ${version}`;
  const last = await lastBatchOf(parts);
  return last > live.lastBatch ? `ClickHouse has batch ${last}, of which PostgreSQL knows nothing` : null;
}

async function beginAgain(
  parts: ProjectorParts,
  live: Projection | undefined,
  ground: Ground,
  reason: string,
): Promise<Settled> {
  const { database, clickhouse, log, projection } = parts;
  const dropped = live?.dropped ?? [];
  const canFill =
    (await lastBatchOf(parts)) === 0 && (await haveOurShape(clickhouse, projection.live.tables));
  if (!canFill) return { type: 'rebuild', reason, dropped };
  log.info({ reason, projection: projection.live.projection }, 'everything is projected into empty tables');
  await beginProjection(database, {
    name: projection.live.projection,
    version: projection.version,
    state: 'live',
    ...ground,
    dropped,
  });
  const begun = await readProjection(database, projection.live.projection);
  if (begun === undefined) throw new Error('the projection that was just begun is not there');
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
  if (total > 0) log.warn({ rows: total }, 'rows of another server were given transaction ids of this one');
}
