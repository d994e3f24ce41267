/**
 * Columns of format Native whose values are texts, lists, or not there at all. Rows come in their order, each once; a column that is used again
 * begins with row 0.
 */
import {
  bits64,
  DICTIONARY_VERSION,
  i32,
  textBytes,
  toBytes,
  u32,
  u64,
  u8,
  varint,
  type BlockColumn,
} from './native-block.ts';

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
