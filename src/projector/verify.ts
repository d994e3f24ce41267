/**
 * Proves that ClickHouse holds exactly what PostgreSQL's raw bodies give: each is flattened again, summed up by table, partition and
 * bucket, and compared with ClickHouse's own sums. Buckets that differ are emptied and sent again, then compared once more.
 *
 * It looks at what lies below the cursor, as it is at the beginning. What is stored meanwhile waits, or is projected between two pages
 * (`keep-up.ts`) and left out of the comparison by its batches. Games that are published again meanwhile are no longer below the cursor, but what
 * was made of them before may still be there: their buckets cannot be judged, and are left to the next time. Their rows are replaced
 * anyway, as soon as the cursor comes to them.
 */
import {
  BUCKETS,
  dropPartition,
  listPartitions,
  readBucketSums,
  removeBuckets,
  type BatchScope,
} from '#/stores/clickhouse/projected-rows.ts';
import { readPartHealth, type PartHealth } from '#/stores/clickhouse/part-health.ts';
import type { Projection } from '#/stores/postgres/projection.ts';
import { setRowCounts } from '#/stores/postgres/projection-health.ts';
import { listRevisedAfter, RAW_START } from '#/stores/postgres/raw-pages.ts';
import { confirmHealth } from './health.ts';
import { createKeepUp } from './keep-up.ts';
import type { ProjectorParts } from './parts.ts';
import { projectRange, walkRange, type OnPage } from './project-range.ts';
import { compareTally, tallyFor, type Difference, type Tally } from './tally.ts';
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
  /** Buckets that differ and could not be judged, because games of them were published again meanwhile. */
  readonly unjudged: number;
  /** Whether both agree at the end. */
  readonly agrees: boolean;
}

export async function verifyProjection(
  parts: ProjectorParts,
  live: Projection,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<Verification> {
  const { live: target, keepsUpEvery } = parts.projection;
  await removeVoidRows(parts, parts.projection.live, signal);
  await removeDropped(parts, live);
  const tally = tallyFor(parts.projection);
  let games = 0;
  const range = {
    after: RAW_START,
    until: live.cursor,
    accepts: (patch: string) => !live.dropped.includes(patch),
  };
  const keepUp = keepsUpEvery === null ? () => Promise.resolve() : createKeepUp(parts, live, signal);
  const count: OnPage = async (page, removalMs) => {
    tally.merge(page.tally);
    games += page.games;
    await onPage(page, removalMs);
    await keepUp();
  };
  const pageSize = Math.min(parts.pageSize, keepsUpEvery ?? parts.pageSize);
  await walkRange({ ...parts, pageSize }, range, count, signal);
  const scope = keepsUpEvery === null ? null : { upTo: live.lastBatch, also: [] };
  const first = await compare(parts, live, tally, scope);
  const { found, unjudged } = first;
  const mended = found.length > 0 ? await mend(parts, live, found, scope, onPage, signal) : scope;
  const last = found.length > 0 ? await compare(parts, live, tally, mended) : first;
  const left = last.found;
  if (left.length === 0) await confirmHealth(parts, last.before);
  return {
    games,
    rows: target.tables.reduce((sum, { shape }) => sum + rowsOf(tally, shape.name), 0),
    partitions: tally.partitions().length,
    buckets: BUCKETS,
    unjudged,
    differences: found.filter(({ kind }) => kind !== 'ranks'),
    staleRanks: found.filter(({ kind }) => kind === 'ranks').length,
    agrees: left.length === 0,
  };
}

interface Compared {
  readonly found: readonly Difference[];
  readonly unjudged: number;
  /** Read before the sums: what is lost between the two makes a difference, and what is lost later is missing from the counts. */
  readonly before: PartHealth;
}

async function compare(
  { clickhouse, database, projection }: ProjectorParts,
  { cursor }: Projection,
  tally: Tally,
  scope: BatchScope | null,
): Promise<Compared> {
  const differences: Difference[] = [];
  const before = await readPartHealth(clickhouse, projection.live.tables);
  for (const table of projection.live.tables) {
    const sums = await readBucketSums(clickhouse, table, scope);
    differences.push(...compareTally(tally, table.shape.name, sums));
  }
  if (differences.length === 0) return { found: [], unjudged: 0, before };
  // Only now: whoever was published again before the sums were read is among them.
  const revised = await listRevisedAfter(database, projection.source, cursor);
  const unsure = new Set(revised.map((game) => game % BUCKETS));
  const found = differences.filter(({ bucket }) => !unsure.has(bucket));
  return { found, unjudged: differences.length - found.length, before };
}

/** A game's rows lie in the same bucket of every table, so all are emptied and filled together. Returns where to look for them then. */
async function mend(
  parts: ProjectorParts,
  live: Projection,
  differences: readonly Difference[],
  scope: BatchScope | null,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<BatchScope | null> {
  const ill = new Map<string, Set<number>>();
  const target = parts.projection.live;
  for (const { partition, bucket } of differences)
    ill.set(partition, (ill.get(partition) ?? new Set<number>()).add(bucket));
  parts.log.warn({ partitions: [...ill.keys()], buckets: differences.length }, 'ClickHouse is mended');
  await setRowCounts(parts.database, target.projection, null);
  for (const [partition, buckets] of ill)
    for (const table of target.tables)
      await removeBuckets(parts.clickhouse, table, partition, [...buckets], scope);
  const accepts = (partition: string, game: number): boolean =>
    !live.dropped.includes(partition) && ill.get(partition)?.has(game % BUCKETS) === true;
  // Games that come again lie beyond the cursor, and those below it have just been removed where they are ill, and nowhere else.
  const range = { after: RAW_START, until: live.cursor, accepts, movesCursor: false, replaces: false };
  const batches: number[] = [];
  const note: OnPage = async (page, removalMs) => {
    batches.push(page.batch);
    await onPage(page, removalMs);
  };
  await projectRange(parts, target, range, note, signal);
  return scope && { ...scope, also: batches };
}

/** Patches that were let go and came back, because the process died in between. */
async function removeDropped(
  { clickhouse, projection }: ProjectorParts,
  { dropped }: Projection,
): Promise<void> {
  const names = projection.live.tables.map(({ name }) => name);
  const present = (await listPartitions(clickhouse, names)).filter((patch) => dropped.includes(patch));
  for (const patch of present) for (const name of names) await dropPartition(clickhouse, name, patch);
}

function rowsOf(tally: Tally, table: string): number {
  let rows = 0;
  for (const buckets of tally.sumsOf(table).values()) for (const sum of buckets) rows += sum.rows;
  return rows;
}
