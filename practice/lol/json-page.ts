/**
 * A growing page of bytes. A body has thousands of small pieces, and as strings they cost more than all else: one name outside
 * Latin-1 makes the whole body a two-byte string, which more than doubled the time that a body takes.
 */
import { canWriteNumber, LONGEST_NUMBER, writeNumber } from './json-number.ts';

export interface Page {
  bytes: Buffer;
  /** Of the same bytes. */
  view: DataView;
  size: number;
  used: number;
  /** Texts outside ASCII, and where they stand. */
  wide: { from: number; to: number; text: string }[];
}

/**
 * ASCII text in words of eight bytes, the last filled up with zeros: copied as numbers, which is faster than any call for pieces of
 * this size. ASCII alone, because among other bytes there are patterns that are no number and might not be copied as they are.
 */
export interface Fragment {
  readonly words: Float64Array;
  readonly length: number;
}

export const WORD_BYTES = 8;
const FIRST_SIZE = 1024 * 1024;
/** Bytes that a UTF-16 unit takes at most. */
const BYTES_PER_UNIT = 3;

export function toFragment(text: string): Fragment {
  const bytes = Buffer.from(text);
  if (bytes.some((byte) => byte > 127))
    throw new Error(`a fragment has to be ASCII, and this is not: ${text}`);
  const padded = new Uint8Array(Math.ceil(bytes.length / WORD_BYTES) * WORD_BYTES);
  padded.set(bytes);
  return { words: new Float64Array(padded.buffer), length: bytes.length };
}

export function createPage(): Page {
  const bytes = Buffer.allocUnsafeSlow(FIRST_SIZE);
  return { bytes, view: new DataView(bytes.buffer), size: FIRST_SIZE, used: 0, wide: [] };
}

/** Room for so many more bytes. */
export function reserve(page: Page, bytes: number): void {
  if (page.used + bytes <= page.size) return;
  page.size = Math.max(2 * page.size, page.used + bytes);
  const larger = Buffer.allocUnsafeSlow(page.size);
  page.bytes.copy(larger, 0, 0, page.used);
  page.bytes = larger;
  page.view = new DataView(larger.buffer);
}

export function putFragment(page: Page, { words, length }: Fragment): void {
  reserve(page, length + WORD_BYTES);
  const { view } = page;
  let at = page.used;
  // The last word may reach beyond the end: what is in excess is written over by what follows.
  for (let nth = 0; nth < words.length; nth++) {
    view.setFloat64(at, words[nth] ?? 0, true);
    at += WORD_BYTES;
  }
  page.used += length;
}

export function putNumber(page: Page, value: number): void {
  if (!canWriteNumber(value)) {
    putText(page, String(value));
    return;
  }
  reserve(page, LONGEST_NUMBER);
  page.used = writeNumber(page.bytes, page.used, value);
}

export function putText(page: Page, text: string): void {
  reserve(page, text.length * BYTES_PER_UNIT);
  const from = page.used;
  const to = from + page.bytes.write(text, from);
  if (to - from !== text.length) page.wide.push({ from, to, text });
  page.used = to;
}

/** In the memory that `take` gives for so many bytes. */
export function toBytes({ bytes, used }: Page, take: (bytes: number) => Buffer): Buffer {
  const copy = take(used);
  bytes.copy(copy, 0, 0, used);
  return copy;
}

/** Decoding the whole page for the sake of a few names took longer than writing it. */
export function toText({ bytes, used, wide }: Page): string {
  let text = '';
  let from = 0;
  for (const piece of wide) {
    text += bytes.toString('latin1', from, piece.from) + piece.text;
    from = piece.to;
  }
  return text + bytes.toString('latin1', from, used);
}
