/**
 * By which words people call a player: the parts of the name that tell who is meant, without accents, at most three. The upstream
 * writes "M. Salah", "Mohamed Salah" or "Vinícius Júnior"; initials, particles and "Junior" say nothing.
 */
import { spellings, withoutAccents } from './plain-words.ts';

const MOST_WORDS = 3;
const SHORTEST = 3;
/** Of names that consist of such words alone, they are taken all the same. */
const SAYING_NOTHING = new Set(
  'da das de del della der den di do dos du el al la le van von ten ter bin ibn ben jr junior filho neto'.split(
    ' ',
  ),
);

export function playerWords(name: string | null): string[] {
  const parts = namePartsOf(name);
  const telling = parts.filter((part) => part.length >= SHORTEST && !SAYING_NOTHING.has(part.toLowerCase()));
  const words = telling.length > 0 ? telling : parts.toSorted((a, b) => b.length - a.length).slice(0, 1);
  return [...new Set(words)].slice(-MOST_WORDS);
}

/** The same in every spelling that may be met. */
export function spelledPlayerWords(name: string | null): string[] {
  return [...new Set(spellings(name ?? '').flatMap(playerWords))];
}

/** Null: there is no name. */
export function lastName(name: string | null): string | null {
  return namePartsOf(name).at(-1) ?? null;
}

/** Initials ("M.", "J.-P.") are no parts of a name, unless there is nothing else. */
function namePartsOf(name: string | null): string[] {
  const parts = withoutAccents(name ?? '')
    .replaceAll(/[^\p{L}\p{N}.'’\s-]/gu, ' ')
    .split(/\s+/)
    .filter((part) => /\p{L}/u.test(part));
  const whole = parts.filter((part) => !/^(?:\p{L}\.-?)+$/u.test(part) && part.length > 1);
  return whole.length > 0 ? whole.map((part) => part.replaceAll('.', '')) : parts;
}
