/**
 * A growing page of bytes that JSON is written onto. A body has thousands of small pieces, and as strings they cost more than all
 * else: one name outside Latin-1 makes the whole body a two-byte string, which more than doubled the time that a body takes. A
 * writer serves one renderer and is used over and over: take what it holds before the next body begins.
 */
/** A number, a boolean, or JSON text as it is: as a string, or as a fragment where it is one of a few. */
export type JsonValue = number | boolean | string | Fragment;

/**
 * ASCII text in steps of eight bytes, the last filled up with zeros: copied as numbers, which is faster than any call for pieces
 * of this size. ASCII alone, because among other bytes there are patterns that are no number and might not be copied as they are.
 */
export interface Fragment {
  readonly words: Float64Array;
  readonly length: number;
}

export interface JsonWriter {
  /** Throws away what was written. */
  clear(): void;
  fragment(fragment: Fragment): void;
  /** Fractions are cut after nine digits, as the API's are. */
  value(value: JsonValue): void;
  /** A copy of what was written. */
  toBytes(): Buffer;
  toText(): string;
}

const FIRST_SIZE = 1024 * 1024;
/** The longest number in JavaScript's notation has 25 characters. */
const LONGEST_NUMBER = 32;
/** Bytes that a UTF-16 unit takes at most. */
const BYTES_PER_UNIT = 3;
const ZERO = 48;
const POINT = 46;
/** Below this, digits are cut off with 32-bit arithmetic, which is several times as fast. */
const SMALL = 1_000_000_000;
const FRACTION_DIGITS = 9;
const WORD = 8;

export function toFragment(text: string): Fragment {
  const bytes = Buffer.from(text);
  if (bytes.some((byte) => byte > 127))
    throw new Error(`a fragment has to be ASCII, and this is not: ${text}`);
  const padded = new Uint8Array(Math.ceil(bytes.length / WORD) * WORD);
  padded.set(bytes);
  return { words: new Float64Array(padded.buffer), length: bytes.length };
}

const TRUE = toFragment('true');
const FALSE = toFragment('false');

export function createJsonWriter(): JsonWriter {
  let page = Buffer.allocUnsafeSlow(FIRST_SIZE);
  let view = new DataView(page.buffer);
  let used = 0;
  /** Texts outside ASCII, and where they stand. */
  let wide: { from: number; to: number; text: string }[] = [];

  const reserve = (bytes: number): void => {
    if (used + bytes <= page.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * page.length, used + bytes));
    page.copy(larger, 0, 0, used);
    page = larger;
    view = new DataView(page.buffer);
  };
  const fragment = ({ words, length }: Fragment): void => {
    if (used + length + WORD > page.length) reserve(length + WORD);
    // Zeros beyond the end are written over by what follows. All in constants and with an index: this is the innermost loop.
    const target = view;
    const count = words.length;
    let at = used;
    for (let nth = 0; nth < count; nth++) {
      target.setFloat64(at, words[nth] ?? 0, true);
      at += WORD;
    }
    used += length;
  };
  const text = (value: string): void => {
    reserve(value.length * BYTES_PER_UNIT);
    const written = page.write(value, used);
    if (written !== value.length) wide.push({ from: used, to: used + written, text: value });
    used += written;
  };
  return {
    clear() {
      used = 0;
      wide = [];
    },
    fragment,
    value(value) {
      if (typeof value === 'number') {
        reserve(LONGEST_NUMBER);
        if (!(value >= 0 && value < SMALL)) text(String(value));
        else if ((value | 0) === value) used = writeInteger(page, used, value, digitsOf(value));
        else used = writeFraction(page, used, value);
      } else if (typeof value === 'string') text(value);
      else if (typeof value === 'object') fragment(value);
      else fragment(value ? TRUE : FALSE);
    },
    toBytes: () => Buffer.from(page.subarray(0, used)),
    // Decoding the whole page for the sake of a few names took longer than writing it.
    toText() {
      let text = '';
      let from = 0;
      for (const piece of wide) {
        text += page.toString('latin1', from, piece.from) + piece.text;
        from = piece.to;
      }
      return text + page.toString('latin1', from, used);
    },
  };
}

/** These two give the place behind what they wrote. */
function writeInteger(page: Buffer, from: number, value: number, digits: number): number {
  let rest = value;
  for (let at = from + digits - 1; at >= from; at--) {
    const shorter = (rest / 10) | 0;
    page[at] = ZERO + rest - shorter * 10;
    rest = shorter;
  }
  return from + digits;
}

function writeFraction(page: Buffer, from: number, value: number): number {
  const whole = Math.floor(value);
  const rest = Math.floor((value - whole) * SMALL);
  let at = writeInteger(page, from, whole, digitsOf(whole));
  if (rest === 0) return at;
  page[at++] = POINT;
  at = writeInteger(page, at, rest, FRACTION_DIGITS);
  while (page[at - 1] === ZERO) at--;
  return at;
}

/** Of a whole number below `SMALL`; comparing is faster than dividing. */
function digitsOf(value: number): number {
  if (value < 1000) return value < 10 ? 1 : value < 100 ? 2 : 3;
  if (value < 1_000_000) return value < 10_000 ? 4 : value < 100_000 ? 5 : 6;
  return value < 10_000_000 ? 7 : value < 100_000_000 ? 8 : 9;
}
