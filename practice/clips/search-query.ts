/**
 * `(Salah) (Liverpool OR LFC)` → what a post's words have to hold: one of each group. Words outside of brackets are a group each,
 * unless `OR` stands between them; quotes keep words together. Brackets that do not close are taken as closed at the end.
 */

/** Every group has to be met, by one of its words. */
export type SearchQuery = readonly (readonly string[])[];

const TOKEN = /\(|\)|"([^"]*)"|[^\s()"]+/g;
/** Letters that do not fall apart into a plain one and its accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ə: 'e',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
};

export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øØłŁđĐəßæÆ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Lower case and single spaces, with one on both sides, so that a whole word can be looked for. */
export function toPlainWords(text: string): string {
  const words = withoutAccents(text.toLowerCase())
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ` ${words} `;
}

export function parseSearchQuery(text: string): SearchQuery {
  const groups: string[][] = [];
  let bracket: string[] | null = null;
  let joins = false;
  for (const [token, quoted] of text.matchAll(TOKEN)) {
    if (token === 'OR') {
      joins = true;
      continue;
    }
    const word = toPlainWords(quoted ?? token);
    if (token === '(') groups.push((bracket = []));
    else if (token === ')') bracket = null;
    else if (word.trim() !== '') {
      const group = bracket ?? (joins ? groups.at(-1) : undefined);
      if (group === undefined) groups.push([word]);
      else group.push(word);
    }
    joins = false;
  }
  return groups.filter(({ length }) => length > 0);
}

/** `words` as `toPlainWords` makes them. */
export function meets(words: string, query: SearchQuery): boolean {
  return query.every((group) => group.some((word) => words.includes(word)));
}
