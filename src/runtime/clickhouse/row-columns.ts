/**
 * Columns of a table whose rows are plain objects: each has its type, how a value is sent, and how it is
 * proved (as `row-proof.ts` does in SQL). So a column is named in one place, and cannot be sent without being
 * proved.
 */
import { crc32 } from 'node:zlib';
import { endHash, HASH_SEED, mixList, mixWord } from '#/domain/tft/row-hash.ts';
import {
  bits64,
  bits64s,
  type BlockColumn,
  fewTexts,
  maybeI32,
  nativeBlock,
  type NativeBlock,
  sameText,
  sameU64,
  texts,
  u16,
  u32,
  u32s,
  u64,
  u8,
} from './native-block.ts';
import type { TableColumn } from './projected-tables.ts';
import { NULL_WORD, type RowSums } from './row-proof.ts';

export interface RowColumn<Row> extends TableColumn {
  /** A column of a block, and how it takes a row. Room has to be reserved before. */
  open(): OpenColumn<Row>;
  mix(hash: number, row: Row): number;
}

interface OpenColumn<Row> {
  readonly block: BlockColumn;
  put(at: number, row: Row): void;
}

const HALF = 0x1_0000_0000;

export function tinyNumber<Row>(name: string, of: (row: Row) => number, type = 'UInt8'): RowColumn<Row> {
  return numberOf(name, type, of, () => u8(name, type));
}

export function smallNumber<Row>(name: string, of: (row: Row) => number): RowColumn<Row> {
  return numberOf(name, 'UInt16', of, () => u16(name));
}

export function largeNumber<Row>(name: string, of: (row: Row) => number): RowColumn<Row> {
  return numberOf(name, 'UInt32', of, () => u32(name));
}

/** Safe integers from 0; also times in ms. */
export function wideNumber<Row>(name: string, of: (row: Row) => number, type = 'UInt64'): RowColumn<Row> {
  return {
    name,
    type,
    open: () => putting(u64(name, type), of),
    mix(hash, row) {
      const value = of(row);
      return mixWord(mixWord(hash, value % HALF), Math.floor(value / HALF));
    },
  };
}

export function bits<Row>(name: string, of: (row: Row) => bigint): RowColumn<Row> {
  return {
    name,
    type: 'UInt64',
    open() {
      const block = bits64(name);
      return { block, put: (at, row) => void (block.values[at] = of(row)) };
    },
    mix(hash, row) {
      const value = of(row);
      return mixWord(mixWord(hash, lowerHalf(value)), lowerHalf(value >> 32n));
    },
  };
}

export function text<Row>(name: string, of: (row: Row) => string): RowColumn<Row> {
  const mix = (hash: number, row: Row): number => mixWord(hash, crc32(of(row)));
  return { name, type: 'String', open: () => putting(texts(name), of), mix };
}

/** That repeats: a name of a few hundred. */
export function repeatedText<Row>(name: string, of: (row: Row) => string): RowColumn<Row> {
  return { ...text(name, of), type: 'LowCardinality(String)', open: () => putting(fewTexts(name), of) };
}

/** All but the lowest number of 32 bits, which stands for null where it is proved. */
export function maybeNumber<Row>(name: string, of: (row: Row) => number | null): RowColumn<Row> {
  const mix = (hash: number, row: Row): number => mixWord(hash, of(row) ?? NULL_WORD);
  return { name, type: 'Nullable(Int32)', open: () => putting(maybeI32(name), of), mix };
}

export function largeNumbers<Row>(name: string, of: (row: Row) => readonly number[]): RowColumn<Row> {
  const mix = (hash: number, row: Row): number => mixList(hash, of(row));
  return { name, type: 'Array(UInt32)', open: () => putting(u32s(name), of), mix };
}

export function bitsList<Row>(name: string, of: (row: Row) => readonly bigint[]): RowColumn<Row> {
  return {
    name,
    type: 'Array(UInt64)',
    open: () => putting(bits64s(name), of),
    mix: (hash, row) => mixList(hash, of(row).map(foldHalves)),
  };
}

function numberOf<Row>(
  name: string,
  type: string,
  of: (row: Row) => number,
  make: () => BlockColumn & { readonly values: { [at: number]: number } },
): RowColumn<Row> {
  return {
    name,
    type,
    open() {
      const block = make();
      return { block, put: (at, row) => void (block.values[at] = of(row)) };
    },
    mix: (hash, row) => mixWord(hash, of(row)),
  };
}

function putting<Row, Value>(
  block: BlockColumn & { put(at: number, value: Value): void },
  of: (row: Row) => Value,
): OpenColumn<Row> {
  return { block, put: (at, row) => block.put(at, of(row)) };
}

function lowerHalf(value: bigint): number {
  return Number(value & 0xffff_ffffn);
}

function foldHalves(value: bigint): number {
  return (lowerHalf(value) ^ lowerHalf(value >> 32n)) >>> 0;
}

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

export interface BlockWriter {
  /** About as many. */
  sizeBytes(): number;
  /** In the order of the tables; null where there is nothing to send. */
  blocks(partition: string, batch: number): readonly (NativeBlock | null)[];
  /** Forgets all rows. What `blocks` has returned is worth nothing from now on. */
  clear(): void;
}
