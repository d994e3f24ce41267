/** Small parts of English sentences. */
import { readableId } from '../readable-id.ts';
import type { Range } from './filter.ts';

/** `a`, `a and b`, `a, b and c`; or with another word than `and`. */
export function joinWords(words: readonly string[], last = 'and'): string {
  const rest = words.slice(0, -1);
  const end = words.slice(-1).join('');
  return rest.length === 0 ? end : `${rest.join(', ')} ${last} ${end}`;
}

/** So many of them: `2 items`, `2 to 3 items`, `2 or more items`, `at most 1 item`, `no items`. */
export function amountWords({ min, max }: Range, one: string, many: string): string {
  if (max === undefined) return `${String(min)} or more ${many}`;
  if (max === 0) return `no ${many}`;
  const noun = max === 1 ? one : many;
  if (min === undefined) return `at most ${max} ${noun}`;
  return min === max ? `${max} ${noun}` : `${min} to ${max} ${noun}`;
}

/** So high: `8`, `7 to 8`, `8 or more`, `8 or less`. */
export function gradeWords({ min, max }: Range): string {
  if (max === undefined) return `${String(min)} or more`;
  if (min === undefined) return `${max} or less`;
  return min === max ? String(max) : `${min} to ${max}`;
}

/** `1st`, `2nd`, `3rd`, `8th`; there are eight places. */
export function ordinal(place: number): string {
  return `${place}${['th', 'st', 'nd', 'rd'][place] ?? 'th'}`;
}

export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The names in sentences. */
export interface NameLookup {
  readonly unit: (id: string) => string;
  readonly item: (id: string) => string;
  readonly trait: (id: string) => string;
}

/** Made of the ids alone, for where no static data is at hand. */
export const READABLE_IDS: NameLookup = { unit: readableId, item: readableId, trait: readableId };
