/**
 * What ought to be in ClickHouse, summed up on the way there: rows, fingerprints and sums of columns, for each table, partition and
 * bucket. Compared with ClickHouse's own sums it proves that both agree, or says where they do not.
 */
import type { BoardRow, UnitRow } from '#/domain/tft/rows.ts';
import { BUCKETS, type BucketSum } from '#/stores/clickhouse/projected-rows.ts';
import { boardControl, TFT_BOARD, TFT_UNIT, unitControl } from '#/stores/clickhouse/tft-tables.ts';

interface Sum {
  rows: number;
  high: number;
  low: number;
  control: number;
  lp: number;
}

export interface Tally {
  add(boards: readonly BoardRow[], units: readonly UnitRow[]): void;
  merge(other: Tally): void;
  /** By patch, then by bucket. */
  sumsOf(table: string): ReadonlyMap<string, readonly Readonly<Sum>[]>;
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
  const tables = new Map([TFT_BOARD, TFT_UNIT].map(({ name }) => [name, new Map<string, Sum[]>()]));
  const sumsOf = (table: string): Map<string, Sum[]> => {
    const sums = tables.get(table);
    if (sums === undefined) throw new Error(`${table} is no table of the projection`);
    return sums;
  };
  const boardSums = sumsOf(TFT_BOARD.name);
  const unitSums = sumsOf(TFT_UNIT.name);
  return {
    add(boards, units) {
      for (const row of boards)
        addTo(sumAt(boardSums, row.patch, row.number % BUCKETS), {
          ...row.hash,
          rows: 1,
          control: boardControl(row),
          lp: row.lp,
        });
      for (const row of units)
        addTo(sumAt(unitSums, row.board.patch, row.board.number % BUCKETS), {
          ...row.hash,
          rows: 1,
          control: unitControl(row),
          lp: row.board.lp,
        });
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

const EMPTY: Sum = { rows: 0, high: 0, low: 0, control: 0, lp: 0 };

function differenceOf(expected: Readonly<Sum>, found: Readonly<Sum>): Difference['kind'] | null {
  if (found.rows < expected.rows) return 'missing';
  if (found.rows > expected.rows) return 'surplus';
  if (found.high !== expected.high || found.low !== expected.low || found.control !== expected.control)
    return 'other';
  return found.lp === expected.lp ? null : 'ranks';
}

function sumAt(sums: Map<string, Sum[]>, patch: string, bucket: number): Sum {
  let buckets = sums.get(patch);
  if (buckets === undefined) {
    buckets = Array.from({ length: BUCKETS }, () => ({ ...EMPTY }));
    sums.set(patch, buckets);
  }
  const sum = buckets[bucket];
  if (sum === undefined) throw new Error(`there is no bucket ${bucket}`);
  return sum;
}

function addTo(sum: Sum, more: Readonly<Sum>): void {
  sum.rows += more.rows;
  sum.high = (sum.high ^ more.high) >>> 0;
  sum.low = (sum.low ^ more.low) >>> 0;
  sum.control += more.control;
  sum.lp += more.lp;
}
