/** Ids, ranges and times within the text of a question. */
import type { Range } from './filter.ts';

// Ids consist of letters, digits and `_ - . @ '`; other characters are percent-encoded, so that brackets and commas always belong to
// the grammar.

const FREE = /[^\w\-.@']/gu;
const ID_TEXT = /^[\w\-.@'%]+$/;

export function printId(id: string): string {
  return id.toWellFormed().replaceAll(FREE, encode);
}

/** Undefined: empty, or with characters that must be encoded. */
export function parseId(text: string): string | undefined {
  if (!ID_TEXT.test(text)) return undefined;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // A `%` without two hexadecimal digits.
  }
}

export function printIds(ids: readonly string[]): string {
  return ids.map((id) => printId(id)).join(',');
}

/** Undefined if one of them is invalid. */
export function parseIds(text: string): readonly string[] | undefined {
  const ids = text.split(',').map((one) => parseId(one));
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** `encodeURIComponent` does not encode all characters of the grammar. */
function encode(letter: string): string {
  const encoded = encodeURIComponent(letter);
  return encoded === letter ? `%${letter.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}

// `2` is exactly 2, `2..3` from 2 to 3, `2..` at least 2, `..3` at most 3.

const RANGE = /^(?:(-?\d{1,9})|(-?\d{1,9})?\.\.(-?\d{1,9})?)$/;

export const RANGE_EXAMPLES = 'a whole number or a range: 2, 2..3, 2.. or ..3';

export function printRange({ min, max }: Range): string {
  return min === max ? String(min) : `${min ?? ''}..${max ?? ''}`;
}

/** Undefined: not a range. `..` alone restricts nothing and is refused. */
export function parseRange(text: string): Range | undefined {
  const [whole, exact, min, max] = RANGE.exec(text) ?? [];
  if (whole === undefined || whole === '..') return undefined;
  if (exact !== undefined) return { min: toNumber(exact), max: toNumber(exact) };
  return {
    ...(min === undefined ? {} : { min: toNumber(min) }),
    ...(max === undefined ? {} : { max: toNumber(max) }),
  };
}

/** `-0` is 0. */
function toNumber(digits: string): number {
  return Number(digits) + 0;
}

// A time as `2026-11-01` (midnight) or `2026-11-01T05`, in UTC. Boards store the hour of their end.

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const HOUR_TEXT = /^\d{4}-\d\d-\d\d(?:T\d\d)?$/;

/** The hour that the moment lies in. */
export function printHour(moment: number): string {
  const text = new Date(moment).toISOString();
  return text.slice(11, 13) === '00' ? text.slice(0, 10) : text.slice(0, 13);
}

/** Undefined: it is no hour (`2026-02-30`), or one before 1970. */
export function parseHour(text: string): number | undefined {
  if (!HOUR_TEXT.test(text)) return undefined;
  const moment = Date.parse(text.includes('T') ? `${text}:00Z` : `${text}T00:00Z`);
  // A day that the calendar has not becomes another one, or none.
  const isReal = moment >= 0 && new Date(moment).toISOString().startsWith(text);
  return isReal ? moment : undefined;
}

export function hourBefore(moment: number): number {
  return Math.floor(moment / HOUR_MS) * HOUR_MS;
}

export function hourAfter(moment: number): number {
  return Math.ceil(moment / HOUR_MS) * HOUR_MS;
}
