/**
 * Proves that ClickHouse holds exactly what PostgreSQL's raw bodies give: each is flattened again, summed up by table, partition and
 * bucket, and compared with ClickHouse's own sums. Buckets that differ are emptied and sent again, then compared once more.
 *
 * It looks at what lies below the cursor, so nothing may be projected meanwhile: the projector itself runs it.
 */
import {
  BUCKETS,
  dropPartition,
  listPartitions,
  readBucketSums,
  removeBuckets,
} from '#/stores/clickhouse/projected-rows.ts';
import type { Projection } from '#/stores/postgres/projection.ts';
import { RAW_START } from '#/stores/postgres/raw-pages.ts';
import { LIVE, type ProjectorParts } from './parts.ts';
import { projectRange, walkRange, type OnPage } from './project-range.ts';
import { compareTally, createTally, type Difference, type Tally } from './tally.ts';
import { removeVoidRows } from './void-batches.ts';

export interface Verification {
  readonly games: number;
  /** Of ClickHouse, in all tables. */
  readonly rows: number;
  readonly partitions: number;
  readonly buckets: number;
  /** Damage: rows that were missing, too many or wrong. */
  readonly differences: readonly Difference[];
  /** Buckets whose ranks are known better by now. */
  readonly staleRanks: number;
  /** Whether both agree at the end. */
  readonly agrees: boolean;
}

export async function verifyProjection(
  parts: ProjectorParts,
  live: Projection,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<Verification> {
  await removeVoidRows(parts, LIVE, signal);
  await removeDropped(parts, live);
  const tally = createTally();
  let games = 0;
  const range = {
    after: RAW_START,
    until: live.cursor,
    accepts: (patch: string) => !live.dropped.includes(patch),
  };
  const count: OnPage = async (page) => {
    tally.merge(page.tally);
    games += page.games;
    await onPage(page);
  };
  await walkRange(parts, range, count, signal);
  const found = await compare(parts, tally);
  if (found.length > 0) await mend(parts, live, found, onPage, signal);
  const left = found.length > 0 ? await compare(parts, tally) : [];
  return {
    games,
    rows: LIVE.tables.reduce((sum, { shape }) => sum + rowsOf(tally, shape.name), 0),
    partitions: tally.sumsOf(LIVE.tables[0]?.shape.name ?? '').size,
    buckets: BUCKETS,
    differences: found.filter(({ kind }) => kind !== 'ranks'),
    staleRanks: found.filter(({ kind }) => kind === 'ranks').length,
    agrees: left.length === 0,
  };
}

async function compare({ clickhouse }: ProjectorParts, tally: Tally): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const { shape, name } of LIVE.tables)
    differences.push(...compareTally(tally, shape.name, await readBucketSums(clickhouse, shape, name)));
  return differences;
}

/** A game's rows lie in the same bucket of every table, so all are emptied and filled together. */
async function mend(
  parts: ProjectorParts,
  live: Projection,
  differences: readonly Difference[],
  onPage: OnPage,
  signal: AbortSignal,
): Promise<void> {
  const ill = new Map<string, Set<number>>();
  for (const { patch, bucket } of differences)
    ill.set(patch, (ill.get(patch) ?? new Set<number>()).add(bucket));
  parts.log.warn({ patches: [...ill.keys()], buckets: differences.length }, 'ClickHouse is mended');
  for (const [patch, buckets] of ill)
    for (const { name } of LIVE.tables) await removeBuckets(parts.clickhouse, name, patch, [...buckets]);
  const accepts = (patch: string, game: number): boolean =>
    !live.dropped.includes(patch) && ill.get(patch)?.has(game % BUCKETS) === true;
  const range = { after: RAW_START, until: live.cursor, accepts, movesCursor: false };
  await projectRange(parts, LIVE, range, onPage, signal);
}

/** Patches that were let go and came back, because the process died in between. */
async function removeDropped({ clickhouse }: ProjectorParts, { dropped }: Projection): Promise<void> {
  const names = LIVE.tables.map(({ name }) => name);
  const present = (await listPartitions(clickhouse, names)).filter((patch) => dropped.includes(patch));
  for (const patch of present) for (const name of names) await dropPartition(clickhouse, name, patch);
}

function rowsOf(tally: Tally, table: string): number {
  let rows = 0;
  for (const buckets of tally.sumsOf(table).values()) for (const sum of buckets) rows += sum.rows;
  return rows;
}
