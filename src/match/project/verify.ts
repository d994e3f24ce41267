/**
 * Proves that ClickHouse holds exactly the rows of PostgreSQL's raw bodies: each body is flattened again,
 * summed by table, partition and bucket, and compared with ClickHouse's own sums. Buckets that differ are
 * emptied, sent again and compared once more.
 *
 * It covers the matches below the cursor at its start. New matches wait, or are projected between two pages
 * and excluded by their batches. Matches that are published again during the run are no longer below the
 * cursor while their earlier rows may still exist, so their buckets are left to the next run. Their rows are
 * replaced when the cursor reaches them.
 */
import { type PartHealth, readPartHealth } from '#/runtime/clickhouse/part-health.ts';
import {
  type BatchScope,
  dropPartition,
  listPartitions,
  readBucketSums,
  removeBuckets,
} from '#/runtime/clickhouse/projected-rows.ts';
import { BUCKETS } from '#/runtime/clickhouse/row-proof.ts';
import { listRevisedAfter, RAW_START } from '../raw.ts';
import { removeVoidRows } from './batches.ts';
import { confirmHealth } from './health.ts';
import { type Projection, type ProjectorParts, setRowCounts } from './projection.ts';
import { type OnPage, projectRange, walkRange } from './send.ts';
import { compareTally, type Difference, type Tally, tallyFor } from './tally.ts';

export interface Verification {
  readonly games: number;
  /** Rows of all tables in ClickHouse. */
  readonly rows: number;
  readonly partitions: number;
  readonly buckets: number;
  /** Missing, surplus or wrong rows. */
  readonly differences: readonly Difference[];
  /** Buckets with outdated ranks. */
  readonly staleRanks: number;
  /** Buckets that differ and were not judged, because their matches were published again during the run. */
  readonly unjudged: number;
  /** Whether both stores agree at the end. */
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
  const repaired = found.length > 0 ? await repairBuckets(parts, live, found, scope, onPage, signal) : scope;
  const last = found.length > 0 ? await compare(parts, live, tally, repaired) : first;
  const left = last.found;
  if (left.length === 0) await confirmHealth(parts, last.before);
  return {
    games,
    rows: target.tables.reduce((sum, { shape }) => sum + tally.rowsOf(shape.name), 0),
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
  /** Read before the sums: a loss between the two reads shows as a difference, a later loss in the counts. */
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
  // Read after the sums, so that it includes every match that was published again before them.
  const revised = await listRevisedAfter(database, projection.source, cursor);
  const unsure = new Set(revised.map((game) => game % BUCKETS));
  const found = differences.filter(({ bucket }) => !unsure.has(bucket));
  return { found, unjudged: differences.length - found.length, before };
}

/**
 * A match has the same bucket in every table, so all tables are emptied and filled together. Returns the
 * buckets to compare again.
 */
async function repairBuckets(
  parts: ProjectorParts,
  live: Projection,
  differences: readonly Difference[],
  scope: BatchScope | null,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<BatchScope | null> {
  const damaged = new Map<string, Set<number>>();
  const target = parts.projection.live;
  for (const { partition, bucket } of differences)
    damaged.set(partition, (damaged.get(partition) ?? new Set<number>()).add(bucket));
  parts.log.warn({ partitions: [...damaged.keys()], buckets: differences.length }, 'repairing ClickHouse');
  await setRowCounts(parts.database, target.projection, null);
  for (const [partition, buckets] of damaged)
    for (const table of target.tables)
      await removeBuckets(parts.clickhouse, table, partition, [...buckets], scope);
  const accepts = (partition: string, game: number): boolean =>
    !live.dropped.includes(partition) && damaged.get(partition)?.has(game % BUCKETS) === true;
  // Revised matches lie beyond the cursor; those below it were removed above, in the damaged buckets only.
  const range = { after: RAW_START, until: live.cursor, accepts, movesCursor: false, replaces: false };
  const batches: number[] = [];
  const note: OnPage = async (page, removalMs) => {
    batches.push(page.batch);
    await onPage(page, removalMs);
  };
  await projectRange(parts, target, range, note, signal);
  return scope && { ...scope, also: batches };
}

/** Dropped patches that still exist because the process died before the drop was complete. */
async function removeDropped(
  { clickhouse, projection }: ProjectorParts,
  { dropped }: Projection,
): Promise<void> {
  const names = projection.live.tables.map(({ name }) => name);
  const present = (await listPartitions(clickhouse, names)).filter((patch) => dropped.includes(patch));
  for (const patch of present) for (const name of names) await dropPartition(clickhouse, name, patch);
}

/** Minimum interval between two rounds: most of their cost does not depend on the number of matches. */
const KEEP_UP_MS = 1_000;

/**
 * Projects new matches between two pages of a verify. Parsing LoL bodies is slow, and a player who waits for
 * a history should not wait for a verify of all others. New matches have higher batch numbers, which separate
 * them from the rows under comparison.
 */
function createKeepUp(
  parts: ProjectorParts,
  { cursor, dropped }: Projection,
  signal: AbortSignal,
): () => Promise<void> {
  const accepts = (partition: string): boolean => !dropped.includes(partition);
  let after = cursor;
  let due = performance.now() + (parts.collectMs ?? KEEP_UP_MS);
  return async () => {
    if (performance.now() < due) return;
    const range = { after, accepts, movesCursor: true, replaces: true, maxPages: 1 };
    await projectRange(parts, parts.projection.live, range, (page) => void (after = page.to), signal);
    due = performance.now() + (parts.collectMs ?? KEEP_UP_MS);
  };
}
