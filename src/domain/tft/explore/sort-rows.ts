/** Rows in the order that was asked for. Equal ones: more boards first, then by key, so that pages never overlap. */
import type { Sort } from './question.ts';

interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** As much of a row as there is to sort by. */
export interface SortableRow {
  readonly key: string;
  readonly n: number;
  readonly average: Estimate;
  readonly top4: Estimate;
  readonly win: Estimate;
  readonly difference: Estimate;
  readonly shrunk: number;
  readonly isLowSample: boolean;
  readonly compared?: { readonly change: Estimate | null };
}

type NumberOf = (row: SortableRow) => number | null | undefined;

const NUMBERS: Readonly<Record<Exclude<Sort, 'key'>, NumberOf>> = {
  shrunk: ({ shrunk }) => shrunk,
  n: ({ n }) => n,
  average: ({ average }) => average.value,
  'average-low': ({ average }) => average.low,
  'average-high': ({ average }) => average.high,
  top4: ({ top4 }) => top4.value,
  'top4-low': ({ top4 }) => top4.low,
  win: ({ win }) => win.value,
  'win-low': ({ win }) => win.low,
  difference: ({ difference }) => difference.value,
  'difference-low': ({ difference }) => difference.low,
  'difference-high': ({ difference }) => difference.high,
  change: ({ compared }) => compared?.change?.value,
};

const NUMBER = /^-?\d+$/;

/**
 * What is not known comes last, whichever the order. So does what is hardly known where the best are asked for: among hundreds of builds
 * that three people tried, some always won, and a pull towards the middle is not enough to keep them from the top.
 */
export function sortRows<Row extends SortableRow>(
  rows: readonly Row[],
  sort: Sort,
  order: 'asc' | 'desc',
): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  if (sort === 'key') return rows.toSorted((a, b) => compareKeys(a.key, b.key, sign));
  const numberOf = NUMBERS[sort];
  return rows.toSorted(
    (a, b) =>
      (sort === 'shrunk' ? Number(a.isLowSample) - Number(b.isLowSample) : 0) ||
      compareNumbers(numberOf(a), numberOf(b), sign) ||
      b.n - a.n ||
      compareKeys(a.key, b.key, 1),
  );
}

function compareNumbers(a: number | null | undefined, b: number | null | undefined, sign: number): number {
  const isKnownA = typeof a === 'number' && !Number.isNaN(a);
  const isKnownB = typeof b === 'number' && !Number.isNaN(b);
  if (isKnownA && isKnownB) return a === b ? 0 : sign * (a < b ? -1 : 1);
  return Number(isKnownB) - Number(isKnownA);
}

/** Numbers in keys by their value: `level:9` before `level:10`, `lp:-100` before `lp:0`. */
function compareKeys(a: string, b: string, sign: number): number {
  const [unknownA, unknownB] = [a.endsWith(':unknown'), b.endsWith(':unknown')];
  if (unknownA !== unknownB) return unknownA ? 1 : -1;
  const [partsA, partsB] = [partsOf(a), partsOf(b)];
  const index = partsA.findIndex((part, at) => part !== partsB[at]);
  if (index === -1) return sign * (partsA.length - partsB.length);
  return sign * compareParts(partsA[index], partsB[index]);
}

/** Digits apart from the rest; a minus belongs to a number only where it begins a value. */
function partsOf(key: string): string[] {
  return key.match(/(?<=:)-\d+|\d+|\D/g) ?? [];
}

/** Of two that differ. A key that ends early comes first. */
function compareParts(a = '', b = ''): number {
  const difference = NUMBER.test(a) && NUMBER.test(b) ? Number(a) - Number(b) : 0;
  return difference || (a < b ? -1 : 1);
}
