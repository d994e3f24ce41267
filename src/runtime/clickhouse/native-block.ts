/**
 * Writes ClickHouse's format Native: one block, column by column, as in the engine's memory. Both sides only
 * copy memory; in a row format every value costs a step on both sides, and these rows are many and small.
 *
 * A kind of column defines the type in ClickHouse, how values are sent, and what they contribute to a row's
 * fingerprint (`row-proof.ts`): in JavaScript from the values as they are sent, in SQL from the values as
 * they are stored.
 *
 * Numbers are not checked: the caller keeps them within the column's type, and calls `reserve` before
 * `write`. Rows come in order; a column that is used again begins with row 0.
 */
import { crc32 } from 'node:zlib';
import { foldedSql, halvesSql, listWord, listWordSql, mixWord } from './row-proof.ts';

type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>;

export interface ColumnKind<Value> {
  readonly type: string;
  /** The words of a value, as SQL expressions on the column. */
  words(name: string): readonly string[];
  open(): BlockColumn<Value>;
}

export interface BlockColumn<Value> {
  readonly reserve: (rows: number) => void;
  /** Stores a value of each of these rows, from a row on. */
  readonly write: <Row>(from: number, rows: readonly Row[], of: (row: Row) => Value) => void;
  /** The first rows as bytes: views of the column. */
  readonly pieces: (rows: number) => readonly Uint8Array<ArrayBuffer>[];
  /** Mixes the words of the first rows into the hashes of these rows. */
  readonly mix: (hashes: Int32Array, rows: number) => void;
}

/** Whose values are in one array, so that many rows can be filled at once. */
export interface NumberKind extends ColumnKind<number> {
  open(): NumberColumn<Numbers>;
}

interface NumberColumn<Values extends Numbers> extends BlockColumn<number> {
  readonly values: Values;
  readonly put: (row: number, value: number) => void;
  /** Repeats each of the first `count` values as often as `times` says, from a row on. */
  readonly repeat: (from: number, values: readonly number[], times: readonly number[], count: number) => void;
}

type Make<Values> = (length: number) => Values;
const bytes8: Make<Uint8Array<ArrayBuffer>> = (length) => new Uint8Array(length);
const words16: Make<Uint16Array<ArrayBuffer>> = (length) => new Uint16Array(length);
const words32: Make<Uint32Array<ArrayBuffer>> = (length) => new Uint32Array(length);

export const u8 = numberKind('UInt8', bytes8);
export const u16 = numberKind('UInt16', words16);
export const i16 = numberKind('Int16', (length) => new Int16Array(length));
export const u32 = numberKind('UInt32', words32);
/** In seconds since 1970. */
export const dateTime = numberKind("DateTime('UTC')", words32);

/** Codes from 0 to 127. */
export function enum8(values: readonly (readonly [name: string, code: number])[]): NumberKind {
  const type = `Enum8(${values.map(([name, code]) => `'${name}' = ${code}`).join(', ')})`;
  return numberKind(type, bytes8);
}

function numberKind(type: string, make: Make<Numbers>): NumberKind {
  // Signed types are extended to 64 bits with their sign.
  const cast = type.startsWith('U') || type.startsWith('Date') ? 'toUInt32' : 'toInt64';
  return { type, words: (name) => [`${cast}(${name})`], open: () => openNumbers(make) };
}

function openNumbers<Values extends Numbers>(make: Make<Values>): NumberColumn<Values> {
  const column = {
    values: make(0),
    reserve(rows: number) {
      if (rows <= column.values.length) return;
      const larger = make(Math.max(rows, 2 * column.values.length));
      larger.set(column.values);
      column.values = larger;
    },
    put(row: number, value: number) {
      const values: Numbers = column.values;
      values[row] = value;
    },
    write<Row>(from: number, rows: readonly Row[], of: (row: Row) => number) {
      const values: Numbers = column.values;
      let at = from;
      for (const row of rows) values[at++] = of(row);
    },
    repeat(from: number, list: readonly number[], times: readonly number[], count: number) {
      const { values }: { values: Numbers } = column;
      let row = from;
      for (let at = 0; at < count; at++) {
        const value = list[at] ?? 0;
        for (const until = row + (times[at] ?? 0); row < until; row++) values[row] = value;
      }
    },
    pieces: (rows: number) => [toBytes(column.values, rows)],
    mix(hashes: Int32Array, rows: number) {
      const { values } = column;
      for (let row = 0; row < rows; row++) hashes[row] = mixWord(hashes[row] ?? 0, values[row] ?? 0);
    },
  };
  return column;
}

/** Values are stored one by one. */
function writing<Value>(
  column: Omit<BlockColumn<Value>, 'write'> & { readonly put: (row: number, value: Value) => void },
): BlockColumn<Value> & { readonly put: (row: number, value: Value) => void } {
  return {
    ...column,
    write(from, rows, of) {
      let at = from;
      for (const row of rows) column.put(at++, of(row));
    },
  };
}

/** Safe integers from 0. */
export const u64 = wideKind('UInt64', (name) => halvesSql(name), writeWide);
/** In ms since 1970. */
export const dateTime64 = wideKind(
  "DateTime64(3, 'UTC')",
  (name) => halvesSql(`toUnixTimestamp64Milli(${name})`),
  writeWide,
);
/** All 64 bits, as a bigint; `u64` is for numbers that are counted with. */
export const bits64 = wideKind('UInt64', (name) => halvesSql(name), writeBits);

function wideKind<Value>(
  type: string,
  words: (name: string) => readonly string[],
  write: WriteHalves<Value>,
): ColumnKind<Value> {
  return { type, words, open: () => openHalves(write) };
}

type WriteHalves<Value> = (to: Uint32Array<ArrayBuffer>, row: number, value: Value) => void;

/** Two numbers of 32 bits per row, the lower half first. */
function openHalves<Value>(write: WriteHalves<Value>) {
  const halves = openNumbers(words32);
  return writing({
    reserve: (rows) => halves.reserve(2 * rows),
    put: (row, value: Value) => write(halves.values, row, value),
    pieces: (rows) => halves.pieces(2 * rows),
    mix(hashes, rows) {
      const { values } = halves;
      for (let row = 0; row < rows; row++) {
        const lower = mixWord(hashes[row] ?? 0, values[2 * row] ?? 0);
        hashes[row] = mixWord(lower, values[2 * row + 1] ?? 0);
      }
    },
  });
}

const HALF = 0x1_0000_0000;

function writeWide(to: Uint32Array<ArrayBuffer>, row: number, value: number): void {
  to[2 * row] = value % HALF;
  to[2 * row + 1] = Math.floor(value / HALF);
}

function writeBits(to: Uint32Array<ArrayBuffer>, row: number, value: bigint): void {
  to[2 * row] = Number(value & 0xffff_ffffn);
  to[2 * row + 1] = Number(value >> 32n);
}

export const text: ColumnKind<string> = {
  type: 'String',
  words: (name) => [`CRC32(${name})`],
  open() {
    const bytes = openNumbers(bytes8);
    const words = openNumbers(words32);
    let end = 0;
    return writing({
      reserve: words.reserve,
      put(row, value) {
        if (row === 0) end = 0;
        const length = Buffer.byteLength(value, 'utf8');
        const head = varint(length);
        bytes.reserve(end + head.length + length);
        bytes.values.set(head, end);
        Buffer.from(bytes.values.buffer).write(value, end + head.length, 'utf8');
        end += head.length + length;
        words.put(row, crc32(value));
      },
      pieces: () => bytes.pieces(end),
      mix: words.mix,
    });
  },
};

const DICTIONARY_VERSION = 1n;
/** Indexes of one byte and of four bytes, into keys that are sent with them. */
const INDEX_OF_BYTES = 0x600n;
const INDEX_OF_WORDS = 0x602n;

/** Texts that repeat, for example names of a few hundred: a dictionary, and an index for each row. */
export const repeatedText: ColumnKind<string> = {
  type: 'LowCardinality(String)',
  words: (name) => [`CRC32(${name})`],
  open() {
    const places = openNumbers(words32);
    const known = new Map<string, number>();
    return writing({
      reserve: places.reserve,
      put(row, value) {
        if (row === 0) known.clear();
        const place = known.get(value) ?? known.size;
        known.set(value, place);
        places.put(row, place);
      },
      pieces: (rows) => [
        wideBytes(DICTIONARY_VERSION, INDEX_OF_WORDS, BigInt(known.size)),
        Buffer.concat([...known.keys()].map(textBytes)),
        wideBytes(BigInt(rows)),
        ...places.pieces(rows),
      ],
      mix(hashes, rows) {
        const words = [...known.keys()].map((key) => crc32(key));
        for (let row = 0; row < rows; row++)
          hashes[row] = mixWord(hashes[row] ?? 0, words[places.values[row] ?? 0] ?? 0);
      },
    });
  },
};

/** Stands for null in the fingerprint; no column that may be null holds it. */
const NULL_WORD = -0x8000_0000;

/** A flag for each missing value, then all values, with 0 for a missing one. */
export const nullableI32: ColumnKind<number | null> = {
  type: 'Nullable(Int32)',
  words: (name) => [`ifNull(toInt64(${name}), ${NULL_WORD})`],
  open() {
    const missing = openNumbers(bytes8);
    const numbers = openNumbers((length) => new Int32Array(length));
    return writing({
      reserve(rows) {
        missing.reserve(rows);
        numbers.reserve(rows);
      },
      put(row, value) {
        missing.put(row, value === null ? 1 : 0);
        numbers.put(row, value ?? 0);
      },
      pieces: (rows) => [...missing.pieces(rows), ...numbers.pieces(rows)],
      mix(hashes, rows) {
        for (let row = 0; row < rows; row++) {
          const word = missing.values[row] === 1 ? NULL_WORD : (numbers.values[row] ?? 0);
          hashes[row] = mixWord(hashes[row] ?? 0, word);
        }
      },
    });
  },
};

export const u16s = listKind(
  'Array(UInt16)',
  (name) => name,
  () => numberElements(words16),
);
export const u32s = listKind(
  'Array(UInt32)',
  (name) => name,
  () => numberElements(words32),
);
export const bits64s = listKind('Array(UInt64)', foldedSql, wideElements);

interface ListElements<Element> {
  readonly append: (at: number, list: readonly Element[]) => void;
  readonly pieces: (count: number) => readonly Uint8Array<ArrayBuffer>[];
  readonly word: (from: number, until: number) => number;
}

/** The end of each list, then all elements. */
function listKind<Element>(
  type: string,
  toWords: (name: string) => string,
  openElements: () => ListElements<Element>,
): ColumnKind<readonly Element[]> {
  return {
    type,
    words: (name) => [listWordSql(toWords(name))],
    open() {
      const elements = openElements();
      const ends = openHalves(writeWide);
      // The start of each row's list; the first is 0.
      const starts = openNumbers(words32);
      return writing({
        reserve(rows) {
          ends.reserve(rows);
          starts.reserve(rows + 1);
        },
        put(row, list) {
          const start = starts.values[row] ?? 0;
          elements.append(start, list);
          starts.put(row + 1, start + list.length);
          ends.put(row, start + list.length);
        },
        pieces: (rows) => [...ends.pieces(rows), ...elements.pieces(starts.values[rows] ?? 0)],
        mix(hashes, rows) {
          const { values } = starts;
          for (let row = 0; row < rows; row++)
            hashes[row] = mixWord(hashes[row] ?? 0, elements.word(values[row] ?? 0, values[row + 1] ?? 0));
        },
      });
    },
  };
}

function numberElements(
  make: Make<Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>,
): ListElements<number> {
  const column = openNumbers(make);
  return {
    append(at, list) {
      column.reserve(at + list.length);
      const { values } = column;
      for (let place = 0; place < list.length; place++) values[at + place] = list[place] ?? 0;
    },
    pieces: column.pieces,
    word: (from, until) => listWord(column.values, from, until),
  };
}

function wideElements(): ListElements<bigint> {
  const values = openHalves(writeBits);
  const folded: number[] = [];
  return {
    append(at, list) {
      values.reserve(at + list.length);
      for (const [place, value] of list.entries()) {
        values.put(at + place, value);
        folded[at + place] = Number((value ^ (value >> 32n)) & 0xffff_ffffn);
      }
    },
    pieces: (count) => values.pieces(count),
    word: (from, until) => listWord(folded, from, until),
  };
}

/** One column of a block. */
export interface SentColumn {
  readonly name: string;
  readonly type: string;
  readonly pieces: (rows: number) => readonly Uint8Array<ArrayBuffer>[];
}

/** The same number in every row. */
export function sameU64(name: string, value: number): SentColumn {
  const pieces = (rows: number) => [toBytes(new BigUint64Array(rows).fill(BigInt(value)))];
  return { name, type: 'UInt64', pieces };
}

/** The same text in every row: a dictionary of one entry, and as many zeros. */
export function sameText(name: string, value: string): SentColumn {
  const pieces = (rows: number) => [
    wideBytes(DICTIONARY_VERSION, INDEX_OF_BYTES, 1n),
    textBytes(value),
    wideBytes(BigInt(rows)),
    new Uint8Array(rows),
  ];
  return { name, type: repeatedText.type, pieces };
}

/** Sent one after the other. They are views of the columns, which must not change until they have arrived. */
export type NativeBlock = readonly Uint8Array<ArrayBuffer>[];

export function nativeBlock(columns: readonly SentColumn[], rows: number): NativeBlock {
  const pieces: Uint8Array<ArrayBuffer>[] = [Buffer.concat([varint(columns.length), varint(rows)])];
  for (const { name, type, pieces: ofColumn } of columns)
    pieces.push(Buffer.concat([textBytes(name), textBytes(type)]), ...ofColumn(rows));
  return pieces;
}

/** Little-endian, as this machine and ClickHouse store numbers. */
function toBytes(
  values: Numbers | BigUint64Array<ArrayBuffer>,
  count = values.length,
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values.buffer, values.byteOffset, count * values.BYTES_PER_ELEMENT);
}

function wideBytes(...values: bigint[]): Uint8Array<ArrayBuffer> {
  return toBytes(new BigUint64Array(values));
}

function textBytes(value: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([varint(bytes.length), bytes]);
}

/** Seven bits a byte. */
function varint(value: number): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Uint8Array.from([...bytes, rest]);
}
