/**
 * What is wrong with a question: the list of faults, the checks of ids and ranges that add to it, and the nearest names for "did you mean". A
 * list stops when it has enough to read, because finding near names takes time.
 */
import { QUESTION_LIMITS, type Range } from './filter.ts';
import type { QuestionFault } from './partial-question.ts';

const MOST_FAULTS = 10;
const SHOWN_LENGTH = 80;

export interface FaultList {
  readonly faults: readonly QuestionFault[];
  readonly isFull: () => boolean;
  /** `expected` is worked out only if there is room for it. */
  readonly add: (where: string, value: string | number | object, expected: string | (() => string)) => void;
}

export function createFaultList(): FaultList {
  const faults: QuestionFault[] = [];
  return {
    faults,
    isFull: () => faults.length >= MOST_FAULTS,
    add(where, value, expected) {
      if (faults.length >= MOST_FAULTS) return;
      const words = typeof expected === 'string' ? expected : expected();
      faults.push({ where: shorten(where), value: shorten(toText(value)), expected: words });
    },
  };
}

function toText(value: string | number | object): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

type IdKind = 'unit' | 'item' | 'trait';

export interface KnownIds {
  /** Newest first. None: nothing was collected yet, and every id may turn out to be right. */
  readonly patches: readonly string[];
  /** Ids come in lower case. */
  readonly hasUnit: (id: string) => boolean;
  readonly hasItem: (id: string) => boolean;
  readonly hasTrait: (id: string) => boolean;
  readonly nearest: (kind: IdKind, id: string) => readonly string[];
}

export type CheckId = (where: string, kind: IdKind, id: string) => void;

export function createIdCheck(known: KnownIds, faults: FaultList): CheckId {
  const has = { unit: known.hasUnit, item: known.hasItem, trait: known.hasTrait };
  return (where, kind, id) => {
    const name = id.toLowerCase();
    if (id === '' || id.length > QUESTION_LIMITS.idLength) {
      faults.add(where, id, `the ${kind}'s id, of at most ${QUESTION_LIMITS.idLength} letters`);
    } else if (known.patches.length > 0 && !has[kind](name)) {
      faults.add(where, id, () => {
        const near = known.nearest(kind, name);
        return `a known ${kind}: there is no ${kind} '${name}'${near.length === 0 ? '' : `; near: ${near.join(', ')}`}`;
      });
    }
  };
}

/** Longer texts are compared by their beginning: enough to tell names apart, and the time stays small. */
const COMPARED_LENGTH = 48;
const CONTAINED = 0.5;

/** At most `count`, the nearest first; equally near ones by name. */
/** The names most like the text. A name that contains it is nearer than any misspelling. */
export function nearestNames(text: string, names: readonly string[], count: number): readonly string[] {
  const wanted = text.toLowerCase().slice(0, COMPARED_LENGTH);
  return names
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase().slice(0, COMPARED_LENGTH)) }))
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

function distanceOf(wanted: string, name: string): number {
  if (wanted === name) return 0;
  return wanted !== '' && name.includes(wanted) ? CONTAINED : editDistance(wanted, name);
}

/** Letters to add, to leave out or to change, row by row. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 1; line <= from.length; line++) {
    let left = line;
    let aboveLeft = line - 1;
    const row = above.slice(1).map((over, column) => {
      const changed = aboveLeft + (to[column] === from[line - 1] ? 0 : 1);
      aboveLeft = over;
      left = Math.min(changed, over + 1, left + 1);
      return left;
    });
    above = [line, ...row];
  }
  return Number(above.at(-1));
}

/** A byte in every table. */
export const COUNT_BOUNDS = { min: 0, max: 255 } as const;
/** Of what is not there when it is 0. */
export const RANK_BOUNDS = { min: 1, max: 255 } as const;

/** Whole numbers within what is stored, and the lower end not above the upper one. */
export function checkRange(
  faults: FaultList,
  where: string,
  range: Range | undefined,
  bounds: Required<Range>,
): void {
  if (range === undefined) return;
  const { min, max } = range;
  const ends = [min, max].filter((end) => end !== undefined);
  const areGood = ends.every((end) => Number.isInteger(end) && end >= bounds.min && end <= bounds.max);
  if (ends.length === 0) faults.add(where, range, 'min, max or both');
  else if (!areGood) faults.add(where, range, `whole numbers from ${bounds.min} to ${bounds.max}`);
  else if (min !== undefined && max !== undefined && min > max) faults.add(where, range, 'min not above max');
}
