/** Finds names by what somebody types: the start of the name first, then the start of a word in it, its initials, and any part. Of equals, the newest set. */
import type { NameEntry } from './name-book.ts';

export function searchNames(entries: readonly NameEntry[], typed: string, limit: number): NameEntry[] {
  const wanted = plain(typed);
  if (wanted === '') return [];
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted(
      (one, other) =>
        one.rank - other.rank || newestFirst(one.entry, other.entry) || byName(one.entry, other.entry),
    )
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** What all sets share is never old. */
export function newestFirst(one: NameEntry, other: NameEntry): number {
  const [first, second] = [one.set ?? Number.MAX_SAFE_INTEGER, other.set ?? Number.MAX_SAFE_INTEGER];
  return second - first;
}

export function byName(one: NameEntry, other: NameEntry): number {
  return one.name.localeCompare(other.name);
}

const NO_MATCH = 5;

function rankOf({ name, id }: NameEntry, wanted: string): number {
  const words = plain(name);
  if (words === wanted) return 0;
  if (words.startsWith(wanted)) return 1;
  const parts = words.split(' ');
  if (parts.some((word) => word.startsWith(wanted))) return 2;
  if (
    parts.length > 1 &&
    parts
      .map((word) => word.charAt(0))
      .join('')
      .startsWith(wanted)
  )
    return 3;
  return words.replaceAll(' ', '').includes(wanted.replaceAll(' ', '')) || id === wanted ? 4 : NO_MATCH;
}

/** Without case, accents and marks: "Kai'Sa" is found as "kaisa". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _]/gu, '')
    .trim();
}
