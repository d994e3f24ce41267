/**
 * Writes ClickHouse's format Native: one block, column by column, as in the engine's memory. Both sides only
 * copy memory; in a row format every value costs a step on both sides, and these rows are many and small.
 *
 * Columns grow when needed. Numbers are not checked: the caller keeps them within the column's type, and
 * calls `reserve` before it stores into `values`. Columns of variable length receive their rows in order; a
 * column that is used again begins with row 0.
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
const i32 = (name: string) => numberColumn(name, 'Int32', (length) => new Int32Array(length));
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

const DICTIONARY_VERSION = 1n;
/** Places of one byte, into keys that come with them. */
const DICTIONARY_OF_BYTES = 0x600n;

/**
 * To be sent one after the other. They are views of the columns: nothing may be stored into these until they
 * have arrived.
 */
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
function toBytes(values: Numbers, count = values.length): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values.buffer, values.byteOffset, count * values.BYTES_PER_ELEMENT);
}

function textBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([varint(bytes.length), bytes]);
}

/** Seven bits a byte. */
function varint(value: number): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Uint8Array.from([...bytes, rest]);
}

export interface PutColumn<Value> extends BlockColumn {
  put(row: number, value: Value): void;
}

/** Each with its length in front, one behind the other. */
export function texts(name: string): PutColumn<string> {
  const bytes = u8(name);
  let end = 0;
  return {
    name,
    type: 'String',
    reserve: () => undefined,
    pieces: () => bytes.pieces(end),
    put(row, text) {
      if (row === 0) end = 0;
      const length = Buffer.byteLength(text, 'utf8');
      const head = varint(length);
      bytes.reserve(end + head.length + length);
      bytes.values.set(head, end);
      Buffer.from(bytes.values.buffer).write(text, end + head.length, 'utf8');
      end += head.length + length;
    },
  };
}

/** Places of four bytes, into keys that come with them. */
const DICTIONARY_OF_WORDS = 0x602n;

/** Texts that repeat: each once, and where each row finds its own. */
export function fewTexts(name: string): PutColumn<string> {
  const places = u32(name);
  const known = new Map<string, number>();
  return {
    name,
    type: 'LowCardinality(String)',
    reserve: (rows) => places.reserve(rows),
    pieces(rows) {
      const head = new BigUint64Array([DICTIONARY_VERSION, DICTIONARY_OF_WORDS, BigInt(known.size)]);
      const count = new BigUint64Array([BigInt(rows)]);
      return [
        toBytes(head),
        Buffer.concat([...known.keys()].map(textBytes)),
        toBytes(count),
        ...places.pieces(rows),
      ];
    },
    put(row, text) {
      if (row === 0) known.clear();
      const place = known.get(text) ?? known.size;
      known.set(text, place);
      places.values[row] = place;
    },
  };
}

/** Which are missing, and then all: a missing one has a zero. */
export function maybeI32(name: string): PutColumn<number | null> {
  const missing = u8(name);
  const numbers = i32(name);
  return {
    name,
    type: 'Nullable(Int32)',
    reserve(rows) {
      missing.reserve(rows);
      numbers.reserve(rows);
    },
    pieces: (rows) => [...missing.pieces(rows), ...numbers.pieces(rows)],
    put(row, value) {
      missing.values[row] = value === null ? 1 : 0;
      numbers.values[row] = value ?? 0;
    },
  };
}

/** Where each list ends, and then all of their elements. */
export function u32s(name: string): PutColumn<readonly number[]> {
  return lists(name, 'Array(UInt32)', u32(name));
}

export function bits64s(name: string): PutColumn<readonly bigint[]> {
  return lists(name, 'Array(UInt64)', bits64(name));
}

function lists<Value>(
  name: string,
  type: string,
  elements: BlockColumn & { readonly values: { set(list: ArrayLike<Value>, at: number): void } },
): PutColumn<readonly Value[]> {
  const ends = u64(name);
  let count = 0;
  return {
    name,
    type,
    reserve: (rows) => ends.reserve(rows),
    pieces: (rows) => [...ends.pieces(rows), ...elements.pieces(count)],
    put(row, list) {
      if (row === 0) count = 0;
      elements.reserve(count + list.length);
      elements.values.set(list, count);
      count += list.length;
      ends.put(row, count);
    },
  };
}
