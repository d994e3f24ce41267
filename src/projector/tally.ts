/**
 * What ought to be in ClickHouse, summed up on the way there: rows and their fingerprints, for each table, partition and bucket.
 * Compared with ClickHouse's own sums it proves that both agree, or says where they do not.
 */
import type { BoardRow, RankColumns } from '#/domain/tft/rows.ts';
import { BUCKETS, type BucketSum } from '#/stores/clickhouse/projected-rows.ts';
import { addProofs, type RowSums } from '#/stores/clickhouse/tft-row-proof.ts';
import { TFT_BOARD, TFT_ITEM, TFT_TABLES, TFT_UNIT } from '#/stores/clickhouse/tft-tables.ts';

export interface Tally {
  add(patch: string, board: BoardRow, rank: RankColumns): void;
  merge(other: Tally): void;
  /** By patch, then by bucket. */
  sumsOf(table: string): ReadonlyMap<string, readonly Readonly<RowSums>[]>;
}

export interface Difference {
  readonly table: string;
  readonly patch: string;
  readonly bucket: number;
  /** `ranks`: the rows are right, but some ranks are known better by now. That is no damage. */
  readonly kind: 'missing' | 'surplus' | 'other' | 'ranks';
  readonly expected: number;
  readonly found: number;
}

export function createTally(): Tally {
  const tables = new Map(TFT_TABLES.map(({ name }) => [name, new Map<string, RowSums[]>()]));
  const sumsOf = (table: string): Map<string, RowSums[]> => {
    const sums = tables.get(table);
    if (sums === undefined) throw new Error(`${table} is no table of the projection`);
    return sums;
  };
  const all = { board: sumsOf(TFT_BOARD.name), unit: sumsOf(TFT_UNIT.name), item: sumsOf(TFT_ITEM.name) };
  return {
    add(patch, board, rank) {
      const bucket = board.board % BUCKETS;
      const sums = {
        board: sumAt(all.board, patch, bucket),
        unit: sumAt(all.unit, patch, bucket),
        item: sumAt(all.item, patch, bucket),
      };
      addProofs(sums, board, rank);
    },
    merge(other) {
      for (const [table, sums] of tables)
        for (const [patch, buckets] of other.sumsOf(table))
          buckets.forEach((sum, bucket) => addTo(sumAt(sums, patch, bucket), sum));
    },
    sumsOf,
  };
}

export function compareTally(tally: Tally, table: string, found: readonly BucketSum[]): Difference[] {
  const differences: Difference[] = [];
  const there = new Map(found.map((sum) => [`${sum.patch} ${sum.bucket}`, sum]));
  for (const [patch, buckets] of tally.sumsOf(table)) {
    buckets.forEach((expected, bucket) => {
      const key = `${patch} ${bucket}`;
      const kind = differenceOf(expected, there.get(key) ?? EMPTY);
      if (kind !== null)
        differences.push({
          table,
          patch,
          bucket,
          kind,
          expected: expected.rows,
          found: there.get(key)?.rows ?? 0,
        });
      there.delete(key);
    });
  }
  for (const { patch, bucket, rows } of there.values())
    differences.push({ table, patch, bucket, kind: 'surplus', expected: 0, found: rows });
  return differences;
}

const EMPTY: RowSums = { rows: 0, xor: 0, sum: 0, ranks: 0 };

function differenceOf(expected: Readonly<RowSums>, found: Readonly<RowSums>): Difference['kind'] | null {
  if (found.rows < expected.rows) return 'missing';
  if (found.rows > expected.rows) return 'surplus';
  if (found.xor !== expected.xor || found.sum !== expected.sum) return 'other';
  return found.ranks === expected.ranks ? null : 'ranks';
}

function sumAt(sums: Map<string, RowSums[]>, patch: string, bucket: number): RowSums {
  let buckets = sums.get(patch);
  if (buckets === undefined) {
    buckets = Array.from({ length: BUCKETS }, () => ({ ...EMPTY }));
    sums.set(patch, buckets);
  }
  const sum = buckets[bucket];
  if (sum === undefined) throw new Error(`there is no bucket ${bucket}`);
  return sum;
}

function addTo(sum: RowSums, more: Readonly<RowSums>): void {
  sum.rows += more.rows;
  sum.xor = (sum.xor ^ more.xor) >>> 0;
  sum.sum = (sum.sum + more.sum) >>> 0;
  sum.ranks = (sum.ranks + more.ranks) >>> 0;
}
