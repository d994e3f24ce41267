/**
 * Writes JSON onto a page: values, fragments of fixed text, and forms whose blanks are filled in. A writer serves one renderer and
 * is used over and over: take what it holds before the next body begins.
 */
import {
  createPage,
  putFragment,
  putNumber,
  putText,
  reserve,
  toBytes,
  toFragment,
  toText,
  WORD_BYTES,
  type Fragment,
  type Page,
} from './json-page.ts';

/** A number, a boolean, or JSON text as it is: as a string, or as a fragment where it is one of a few. */
export type JsonValue = number | boolean | string | Fragment;

/** Fixed text with blanks in it. */
export interface Form<T> {
  /** The texts before the blanks, one after the other, in words as a fragment's: one array is read faster than hundreds. */
  readonly ink: Float64Array;
  readonly blanks: readonly Blank<T>[];
  readonly end: Fragment;
}

export interface Blank<T> {
  /** The text before the blank: its words in the ink, and its bytes. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
  /** Undefined: the blank stays empty, and its key is left out. */
  readonly value: (subject: T) => JsonValue | undefined;
  /** The key, where it may be left out; otherwise it is in the ink. */
  readonly key: Fragment | undefined;
  /** Writes more than one value in the place of what `value` gives. */
  readonly write: ((subject: T, writer: JsonWriter) => void) | undefined;
}

export interface JsonWriter {
  /** Throws away what was written. */
  clear(): void;
  fragment(fragment: Fragment): void;
  /** Fractions are cut after nine digits, as the API's are. */
  value(value: JsonValue): void;
  fill<T>(form: Form<T>, subject: T): void;
  /** A copy of what was written, in fresh memory or in what `take` gives for so many bytes. */
  toBytes(take?: (bytes: number) => Buffer): Buffer;
  toText(): string;
}

const TRUE = toFragment('true');
const FALSE = toFragment('false');

export function createJsonWriter(): JsonWriter {
  const page = createPage();
  const writer: JsonWriter = {
    clear() {
      page.used = 0;
      page.wide = [];
    },
    fragment(fragment) {
      putFragment(page, fragment);
    },
    value(value) {
      putValue(page, value);
    },
    fill({ ink, blanks, end }, subject) {
      for (const blank of blanks) {
        // As `putFragment` does. Not a function for both: most of the time of a body is spent here, and a call adds a tenth.
        reserve(page, blank.length + WORD_BYTES);
        const { view } = page;
        const { to } = blank;
        let at = page.used;
        for (let word = blank.from; word < to; word++) {
          view.setFloat64(at, ink[word] ?? 0, true);
          at += WORD_BYTES;
        }
        page.used += blank.length;
        const given = blank.value(subject);
        if (given === undefined) continue;
        if (blank.key !== undefined) putFragment(page, blank.key);
        if (blank.write === undefined) putValue(page, given);
        else blank.write(subject, writer);
      }
      putFragment(page, end);
    },
    toBytes: (take = (bytes) => Buffer.allocUnsafe(bytes)) => toBytes(page, take),
    toText: () => toText(page),
  };
  return writer;
}

function putValue(page: Page, value: JsonValue): void {
  if (typeof value === 'number') putNumber(page, value);
  else if (typeof value === 'string') putText(page, value);
  else if (typeof value === 'object') putFragment(page, value);
  else putFragment(page, value ? TRUE : FALSE);
}
