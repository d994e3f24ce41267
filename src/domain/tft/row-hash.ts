/**
 * A 64-bit fingerprint of a row, as two halves of 32 bits: two stores agree on a set of rows when they have as many of them and
 * when the fingerprints, xored together, are equal. It tells accidents apart and nothing else: whoever wants to forge one can.
 * Two halves because 64-bit integers are slow here; a text costs one pass for both.
 */
export interface RowHash {
  readonly high: number;
  readonly low: number;
}

const SEED: RowHash = { high: 0x243f6a88, low: 0x85a308d3 };

/** Of a row's values in their order. Lists tell their length first, so that neighbours cannot lend each other elements. */
export function hashRow(from: RowHash | null, values: readonly RowValue[]): RowHash {
  let { high, low } = from ?? SEED;
  const add = (word: number): void => {
    high = Math.imul(high ^ word, 0x9e3779b1);
    high ^= high >>> 15;
    low = Math.imul(low ^ word, 0x85ebca77);
    low ^= low >>> 13;
  };
  for (const value of values) {
    if (typeof value === 'number') addNumber(value, add);
    else if (typeof value === 'string') add(hashText(value));
    else {
      add(value.length);
      for (const element of value) add(typeof element === 'number' ? element : hashText(element));
    }
  }
  return { high: spread(high), low: spread(low) };
}

export type RowValue = number | string | readonly number[] | readonly string[];

/** Match numbers and times do not fit into 32 bits. */
function addNumber(value: number, add: (word: number) => void): void {
  add(value | 0);
  const rest = Math.floor(value / 0x1_0000_0000);
  if (rest !== 0) add(rest);
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Without it, rows that differ in their last value would differ in few bits. */
function spread(lane: number): number {
  let hash = Math.imul(lane ^ (lane >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
