/**
 * Columns of a table whose rows are plain objects: each says its type, how a row's value is sent, and how it is proved
 * (as `row-proof.ts` has ClickHouse do it). So a column is named in one place, and cannot be sent without being proved.
 * Slower than columns written by hand (`tft-row-writer.ts`), by a tenth of what reading a body costs.
 */
import { crc32 } from 'node:zlib';
import { mixList, mixWord } from '#/domain/tft/row-hash.ts';
import { bits64, u16, u32, u64, u8, type BlockColumn } from './native-block.ts';
import { bits64s, fewTexts, maybeI32, texts, u32s } from './native-variable.ts';
import { NULL_WORD } from './row-proof.ts';
import type { TableColumn } from './table-shape.ts';

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
