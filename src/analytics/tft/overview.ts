/**
 * What there is at all: boards by patch, platform, queue and tier, and the times of each patch's first and last game. Read in one
 * pass over a few small columns, and good for some seconds.
 */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import { REVIVAL_PARTITION, UNKNOWN_PARTITION, partitionOf } from '#/domain/tft/patch-name.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { listPatches } from '#/tft/patch.ts';
import { ask } from '../ask.ts';

interface PatchOverview {
  readonly patch: string;
  readonly boards: number;
  /** In ms; null: the calendar does not know it. */
  readonly startsAt: number | null;
  readonly oldestGameAt: number;
  readonly newestGameAt: number;
}

export interface Overview {
  /** Newest first; those that are no patches last. */
  readonly patches: readonly PatchOverview[];
  /** Boards by code. */
  readonly platforms: ReadonlyMap<number, number>;
  readonly queues: ReadonlyMap<number, number>;
  readonly tiers: ReadonlyMap<number, number>;
}

type Cell = number | string;
type Row = [
  patch: string,
  platform: number,
  queue: number,
  tier: number,
  boards: Cell,
  oldest: number,
  newest: number,
];

const QUERY = `select patch, platform, queue, tier, count(), toUnixTimestamp(min(ended_at)), toUnixTimestamp(max(ended_at))
from tft_board group by patch, platform, queue, tier`;

/** Not patches, whatever the times of their games. */
const LAST_PARTITIONS = [REVIVAL_PARTITION, UNKNOWN_PARTITION];

export async function readOverview(clickhouse: ClickHouseReader, database: Queryable): Promise<Overview> {
  const [rows, calendar] = await Promise.all([
    ask<Row>(clickhouse, { query: QUERY, parameters: {} }),
    listPatches(database),
  ]);
  const starts = new Map<string, number>();
  for (const row of calendar) {
    const patch = partitionOf(row);
    starts.set(patch, Math.min(row.startsAt, starts.get(patch) ?? row.startsAt));
  }
  return {
    patches: toPatches(rows, starts).toSorted(byAge),
    platforms: sumBy(rows, ([, platform]) => platform),
    queues: sumBy(rows, ([, , queue]) => queue),
    tiers: sumBy(rows, ([, , , tier]) => tier),
  };
}

function toPatches(rows: readonly Row[], starts: ReadonlyMap<string, number>): PatchOverview[] {
  const boards = sumBy(rows, ([patch]) => patch);
  return [...boards].map(([patch, count]) => {
    const times = rows.filter((row) => row[0] === patch);
    return {
      patch,
      boards: count,
      startsAt: starts.get(patch) ?? null,
      oldestGameAt: Math.min(...times.map(([, , , , , oldest]) => oldest)) * 1000,
      newestGameAt: Math.max(...times.map(([, , , , , , newest]) => newest)) * 1000,
    };
  });
}

function byAge(a: PatchOverview, b: PatchOverview): number {
  const [lastA, lastB] = [LAST_PARTITIONS.indexOf(a.patch), LAST_PARTITIONS.indexOf(b.patch)];
  if (lastA !== lastB) return lastA - lastB;
  return (b.startsAt ?? b.oldestGameAt) - (a.startsAt ?? a.oldestGameAt);
}

function sumBy<Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ReadonlyMap<Key, number> {
  const sums = new Map<Key, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + Number(row[4]));
  return sums;
}
