/** `2` is exactly 2, `2..3` from 2 to 3, `2..` at least 2, `..3` at most 3. */
import type { Range } from './filter.ts';

const RANGE = /^(?:(-?\d{1,9})|(-?\d{1,9})?\.\.(-?\d{1,9})?)$/;

export const RANGE_EXAMPLES = 'a whole number or a range: 2, 2..3, 2.. or ..3';

export function printRange({ min, max }: Range): string {
  return min === max ? String(min) : `${min ?? ''}..${max ?? ''}`;
}

/** Undefined: it is no range. `..` alone would say nothing and is none. */
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
