/** Turns what a reader asked for into the bytes of an object of a known size. */
import type { ByteRange } from './object-store.ts';

export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Undefined: there is no such byte. What reaches beyond the end is cut, as HTTP has it. */
export function toSpan(range: ByteRange | undefined, bytes: number): Span | undefined {
  if (range === undefined) return { first: 0, last: bytes - 1 };
  if ('lastBytes' in range) {
    checkCount('lastBytes', range.lastBytes);
    if (range.lastBytes === 0 || bytes === 0) return undefined;
    return { first: Math.max(0, bytes - range.lastBytes), last: bytes - 1 };
  }
  const { first, last = Infinity } = range;
  checkCount('first', first);
  if (last !== Infinity) checkCount('last', last);
  if (last < first) throw new RangeError(`a range from ${first} to ${last} ends before it begins`);
  if (first >= bytes) return undefined;
  return { first, last: Math.min(last, bytes - 1) };
}

function checkCount(what: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${what} of a range is ${value}; expected a whole number from 0`);
}
