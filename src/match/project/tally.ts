/**
 * The expected contents of ClickHouse: row counts and fingerprints for each table, partition and bucket, added up while rows are made.
 * Compared with ClickHouse's own sums, they prove that both agree, or name the buckets that differ.
 */
import { BUCKETS, type BucketSum } from '#/runtime/clickhouse/projected-rows.ts';
import { addSums, noSums, type RowSums } from '#/runtime/clickhouse/row-proof.ts';
import type { SourceProjection } from './projection.ts';

export interface Tally {
  /** The mutable sums of one partition and bucket, in the order of the tables. */
  sumsAt(partition: string, bucket: number): readonly RowSums[];
  partitions(): readonly string[];
  merge(other: Tally): void;
  /** By partition, then by bucket. */
  sumsOf(table: string): ReadonlyMap<string, readonly Readonly<RowSums>[]>;
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
  /** By partition, then by bucket, then by table. */
  const all = new Map<string, (readonly RowSums[])[]>();
  const bucketsOf = (partition: string): (readonly RowSums[])[] => {
    const known = all.get(partition);
    if (known !== undefined) return known;
    const buckets = Array.from({ length: BUCKETS }, () => tables.map(noSums));
    all.set(partition, buckets);
    return buckets;
  };
  return {
    sumsAt(partition, bucket) {
      const sums = bucketsOf(partition)[bucket];
      if (sums === undefined) throw new Error(`there is no bucket ${bucket}`);
      return sums;
    },
    partitions: () => [...all.keys()],
    merge(other) {
      for (const [at, table] of tables.entries())
        for (const [partition, buckets] of other.sumsOf(table))
          for (const [bucket, sums] of bucketsOf(partition).entries())
            addSums(sums[at] ?? noSums(), buckets[bucket] ?? noSums());
    },
    sumsOf(table) {
      const at = tables.indexOf(table);
      if (at < 0) throw new Error(`${table} is no table of the projection`);
      const ofTable = (buckets: readonly (readonly RowSums[])[]): RowSums[] =>
        buckets.map((sums) => sums[at] ?? noSums());
      return new Map([...all].map(([partition, buckets]) => [partition, ofTable(buckets)]));
    },
  };
}

export function compareTally(tally: Tally, table: string, found: readonly BucketSum[]): Difference[] {
  const differences: Difference[] = [];
  const there = new Map(found.map((sum) => [`${sum.partition} ${sum.bucket}`, sum]));
  for (const [partition, buckets] of tally.sumsOf(table)) {
    buckets.forEach((expected, bucket) => {
      const key = `${partition} ${bucket}`;
      const kind = differenceOf(expected, there.get(key) ?? EMPTY);
      if (kind !== null)
        differences.push({
          table,
          partition,
          bucket,
          kind,
          expected: expected.rows,
          found: there.get(key)?.rows ?? 0,
        });
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
