/** Plain rows → the block of an insert, and what they come to when they are proved: both from the same list of columns. */
import { endHash, HASH_SEED } from '#/domain/tft/row-hash.ts';
import type { BlockWriter } from './block-writer.ts';
import { nativeBlock, sameText, sameU64 } from './native-block.ts';
import type { RowColumn } from './row-columns.ts';
import type { RowSums } from './row-sums.ts';

export interface RowWriter<Row> extends BlockWriter {
  add(row: Row): void;
}

export interface RowWriterOptions<Row> {
  /** The name of the column that is the partition. */
  readonly partitionBy: string;
  readonly columns: readonly RowColumn<Row>[];
  /** About as many. */
  readonly rowBytes: number;
}

const FIRST_ROWS = 1_024;

export function createRowWriter<Row>({
  partitionBy,
  columns,
  rowBytes,
}: RowWriterOptions<Row>): RowWriter<Row> {
  const open = columns.map((column) => column.open());
  let rows = 0;
  let room = 0;
  return {
    add(row) {
      if (rows === room) {
        room = Math.max(FIRST_ROWS, 2 * room);
        for (const { block } of open) block.reserve(room);
      }
      for (const column of open) column.put(rows, row);
      rows += 1;
    },
    sizeBytes: () => rows * rowBytes,
    blocks(partition, batch) {
      if (rows === 0) return [null];
      const same = [sameText(partitionBy, partition), sameU64('batch', batch)];
      return [nativeBlock([...same, ...open.map(({ block }) => block)], rows)];
    },
    clear: () => void (rows = 0),
  };
}

/** A table without ranks: with them or without, it is the same sum. */
export function addRowProof<Row>(sums: RowSums, columns: readonly RowColumn<Row>[], row: Row): void {
  let mixed = HASH_SEED;
  for (const column of columns) mixed = column.mix(mixed, row);
  const hash = endHash(mixed);
  sums.rows += 1;
  sums.xor = (sums.xor ^ hash) >>> 0;
  sums.sum = (sums.sum + hash) >>> 0;
  sums.ranks = sums.sum;
}
