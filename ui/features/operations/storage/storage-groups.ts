/** What is stored, as lists of bars: a name, a length in relation to the longest, and what it is in words. */
import type { StorageOverview } from '#/contract/operations.ts';

import { formatBytes, formatCount } from '../../../lib/format.ts';
import type { Bar } from '../bar.ts';

export interface TableParts {
  readonly table: string;
  readonly bytes: number;
  readonly rows: number;
  /** The newest patch first. */
  readonly parts: StorageOverview['clickhouse'];
}

interface Weight {
  readonly rows: number;
  readonly bytes: number;
}

/** The heaviest table first. */
export function toTables(parts: StorageOverview['clickhouse']): TableParts[] {
  return [...Map.groupBy(parts, ({ table }) => table)]
    .map(([table, own]) => ({
      table,
      bytes: sumOf(own).bytes,
      rows: sumOf(own).rows,
      parts: own.toSorted((one, other) =>
        other.partition.localeCompare(one.partition, 'en', { numeric: true }),
      ),
    }))
    .toSorted((one, other) => other.bytes - one.bytes);
}

export function sumOf(weights: readonly Weight[]): Weight {
  return weights.reduce<Weight>(
    (sum, { rows, bytes }) => ({ rows: sum.rows + rows, bytes: sum.bytes + bytes }),
    { rows: 0, bytes: 0 },
  );
}

/** What ClickHouse calls the only partition of a table that has no partitions. */
const UNDIVIDED = 'tuple()';

export function partitionName(partition: string): string {
  return partition === UNDIVIDED ? 'undivided' : partition;
}

/** `most`: the bytes of a bar of full length. */
export function toBar(name: string, { rows, bytes }: Weight, most: number): Bar {
  return {
    name,
    share: most > 0 ? bytes / most : 0,
    value: formatBytes(bytes),
    note: `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`,
  };
}
