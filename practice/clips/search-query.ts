/**
 * `(Salah) (Liverpool OR LFC)` → what a post's words have to hold: one of each group. Words outside of brackets are a group each,
 * unless `OR` stands between them; quotes keep words together. Brackets that do not close are taken as closed at the end.
 */
import { toPlainWords } from './plain-words.ts';

/** Every group has to be met, by one of its words. */
export type SearchQuery = readonly (readonly string[])[];

const TOKEN = /\(|\)|"([^"]*)"|[^\s()"]+/g;

export function parseSearchQuery(text: string): SearchQuery {
  const groups: string[][] = [];
  let bracket: string[] | null = null;
  let joins = false;
  for (const [token, quoted] of text.matchAll(TOKEN)) {
    if (token === '(') bracket = [];
    else if (token === ')') {
      if (bracket !== null && bracket.length > 0) groups.push(bracket);
      bracket = null;
    } else if (token === 'OR') {
      joins = true;
      continue;
    } else {
      const word = toPlainWords(quoted ?? token);
      if (word.trim() !== '') {
        const last = bracket ?? (joins ? groups.at(-1) : undefined);
        if (last === undefined) groups.push([word]);
        else last.push(word);
      }
    }
    joins = false;
  }
  if (bracket !== null && bracket.length > 0) groups.push(bracket);
  return groups;
}

/** `words` as `toPlainWords` makes them. */
export function meets(words: string, query: SearchQuery): boolean {
  return query.every((group) => group.some((word) => words.includes(word)));
}
