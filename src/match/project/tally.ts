/**
 * The expected contents of ClickHouse: row counts and fingerprints for each table, partition and bucket,
 * computed from rows as they are sent. Compared with ClickHouse's own sums, they prove that both agree, or
 * name the buckets that differ.
 */
import type { BucketSum } from '#/runtime/clickhouse/projected-rows.ts';
import { addSums, BUCKETS, noSums, type RowSums } from '#/runtime/clickhouse/row-proof.ts';
import type { SourceProjection } from './projection.ts';

export interface Tally {
  /** The mutable sums of a partition, by bucket. */
  sumsAt(table: string, partition: string): readonly RowSums[];
  partitions(): readonly string[];
  merge(other: Tally): void;
  /** By partition, then by bucket. */
  sumsOf(table: string): ReadonlyMap<string, readonly Readonly<RowSums>[]>;
  rowsOf(table: string): number;
}

export interface Difference {
  readonly table: string;
  readonly partition: string;
  readonly bucket: number;
  /** `ranks`: the rows are correct, but some ranks are outdated. That is no damage. */
  readonly kind: 'missing' | 'surplus' | 'other' | 'ranks';
  readonly expected: number;
  readonly found: number;
}

export function tallyFor({ live }: SourceProjection): Tally {
  return createTally(live.tables.map(({ shape }) => shape.name));
}

export function createTally(tables: readonly string[]): Tally {
  const all = new Map(tables.map((table) => [table, new Map<string, readonly RowSums[]>()]));
  const partitionsOf = (table: string): Map<string, readonly RowSums[]> => {
    const partitions = all.get(table);
    if (partitions === undefined) throw new Error(`${table} is not a table of the projection`);
    return partitions;
  };
  const sumsAt = (table: string, partition: string): readonly RowSums[] => {
    const partitions = partitionsOf(table);
    const sums = partitions.get(partition) ?? Array.from({ length: BUCKETS }, noSums);
    partitions.set(partition, sums);
    return sums;
  };
  return {
    sumsAt,
    // A match has the same partition in every table.
    partitions: () => [...(all.get(tables[0] ?? '')?.keys() ?? [])],
    merge(other) {
      for (const table of tables)
        for (const [partition, buckets] of other.sumsOf(table))
          for (const [bucket, sums] of sumsAt(table, partition).entries())
            addSums(sums, buckets[bucket] ?? noSums());
    },
    sumsOf: partitionsOf,
    rowsOf(table) {
      let rows = 0;
      for (const buckets of partitionsOf(table).values()) for (const sum of buckets) rows += sum.rows;
      return rows;
    },
  };
}

export function compareTally(tally: Tally, table: string, found: readonly BucketSum[]): Difference[] {
  const differences: Difference[] = [];
  const there = new Map(found.map((sum) => [`${sum.partition} ${sum.bucket}`, sum]));
  for (const [partition, buckets] of tally.sumsOf(table)) {
    buckets.forEach((expected, bucket) => {
      const key = `${partition} ${bucket}`;
      const sums = there.get(key) ?? EMPTY;
      const kind = differenceOf(expected, sums);
      if (kind !== null)
        differences.push({ table, partition, bucket, kind, expected: expected.rows, found: sums.rows });
      there.delete(key);
    });
  }
  for (const { partition, bucket, rows } of there.values())
    differences.push({ table, partition, bucket, kind: 'surplus', expected: 0, found: rows });
  return differences;
}

const EMPTY: Readonly<RowSums> = noSums();

function differenceOf(expected: Readonly<RowSums>, found: Readonly<RowSums>): Difference['kind'] | null {
  if (found.rows < expected.rows) return 'missing';
  if (found.rows > expected.rows) return 'surplus';
  if (found.xor !== expected.xor || found.sum !== expected.sum) return 'other';
  return found.ranks === expected.ranks ? null : 'ranks';
}
