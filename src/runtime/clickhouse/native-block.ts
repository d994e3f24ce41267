/**
 * Writes ClickHouse's format Native: one block, column by column, as the engine itself keeps them. Both sides do no more than copy
 * memory: rows of statistics are many and small, and in a format of rows every number of each costs a step on both sides.
 *
 * Columns grow by themselves and nothing is ever cut off silently, but for numbers beyond their type: who writes keeps them within its
 * range. Whoever stores into `values` calls `reserve` first.
 */
type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | BigUint64Array<ArrayBuffer>;

export interface BlockColumn {
  readonly name: string;
  readonly type: string;
  /** Room for as many rows. */
  reserve(rows: number): void;
  /** The first rows, as they are sent. */
  pieces(rows: number): readonly Uint8Array<ArrayBuffer>[];
}

export interface NumberColumn<Values extends Numbers> extends BlockColumn {
  values: Values;
}

export interface ListColumn extends BlockColumn {
  /** The list of this row; rows come in their order. */
  put(row: number, list: readonly number[]): void;
}

export const u8 = (name: string, type = 'UInt8') =>
  numberColumn(name, type, (length) => new Uint8Array(length));
export const u16 = (name: string) => numberColumn(name, 'UInt16', (length) => new Uint16Array(length));
export const i16 = (name: string) => numberColumn(name, 'Int16', (length) => new Int16Array(length));
export const u32 = (name: string, type = 'UInt32') =>
  numberColumn(name, type, (length) => new Uint32Array(length));
export const i32 = (name: string) => numberColumn(name, 'Int32', (length) => new Int32Array(length));
/** All 64 bits of it, as a bigint; `u64` is for numbers that are counted with. */
export const bits64 = (name: string) => numberColumn(name, 'UInt64', (length) => new BigUint64Array(length));

export interface WideColumn extends BlockColumn {
  /** Any safe integer from 0. */
  put(row: number, value: number): void;
}

export function u64(name: string, type = 'UInt64'): WideColumn {
  const halves = numberColumn(name, type, (length) => new Uint32Array(length));
  return {
    name,
    type,
    reserve: (rows) => halves.reserve(2 * rows),
    pieces: (rows) => halves.pieces(2 * rows),
    put(row, value) {
      halves.values[2 * row] = value % 0x1_0000_0000;
      halves.values[2 * row + 1] = Math.floor(value / 0x1_0000_0000);
    },
  };
}

/** Lists of numbers up to 65,535: where each ends, and then all of their elements. */
export function u16s(name: string): ListColumn {
  const ends = u64(name);
  const elements = u16(name);
  let count = 0;
  return {
    name,
    type: 'Array(UInt16)',
    reserve: (wanted) => ends.reserve(wanted),
    pieces: (wanted) => [...ends.pieces(wanted), ...elements.pieces(count)],
    put(row, list) {
      if (row === 0) count = 0;
      elements.reserve(count + list.length);
      const { values } = elements;
      for (let at = 0; at < list.length; at++) values[count + at] = list[at] ?? 0;
      count += list.length;
      ends.put(row, count);
    },
  };
}

/** The same number in every row. */
export function sameU64(name: string, value: number): BlockColumn {
  return {
    name,
    type: 'UInt64',
    reserve: () => undefined,
    pieces(rows) {
      const column = u64(name);
      column.reserve(rows);
      for (let row = 0; row < rows; row++) column.put(row, value);
      return column.pieces(rows);
    },
  };
}

/** The same text in every row: a dictionary of one entry, and as many zeros. */
export function sameText(name: string, value: string): BlockColumn {
  return {
    name,
    type: 'LowCardinality(String)',
    reserve: () => undefined,
    pieces(rows) {
      const head = new BigUint64Array([DICTIONARY_VERSION, DICTIONARY_OF_BYTES, 1n]);
      const places = new BigUint64Array([BigInt(rows)]);
      return [toBytes(head), textBytes(value), toBytes(places), new Uint8Array(rows)];
    },
  };
}

export const DICTIONARY_VERSION = 1n;
/** Places of one byte, into keys that come with them. */
const DICTIONARY_OF_BYTES = 0x600n;

/** To be sent one after the other. They are views of the columns: nothing may be stored into these until they have arrived. */
export type NativeBlock = readonly Uint8Array<ArrayBuffer>[];

export function nativeBlock(columns: readonly BlockColumn[], rows: number): NativeBlock {
  const pieces: Uint8Array<ArrayBuffer>[] = [Buffer.concat([varint(columns.length), varint(rows)])];
  for (const column of columns) {
    const head = Buffer.concat([textBytes(column.name), textBytes(column.type)]);
    pieces.push(head, ...column.pieces(rows));
  }
  return pieces;
}

function numberColumn<Values extends Numbers>(
  name: string,
  type: string,
  make: (length: number) => Values,
): NumberColumn<Values> {
  const column = {
    name,
    type,
    values: make(0),
    reserve(rows: number) {
      if (rows <= column.values.length) return;
      const larger = make(Math.max(rows, 2 * column.values.length));
      toBytes(larger).set(toBytes(column.values));
      column.values = larger;
    },
    pieces: (rows: number) => [toBytes(column.values, rows)],
  };
  return column;
}

/** As this machine keeps numbers, which is as ClickHouse wants them: the least byte first. */
export function toBytes(values: Numbers, count = values.length): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values.buffer, values.byteOffset, count * values.BYTES_PER_ELEMENT);
}

export function textBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([varint(bytes.length), bytes]);
}

/** Seven bits a byte. */
export function varint(value: number): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Uint8Array.from([...bytes, rest]);
}
