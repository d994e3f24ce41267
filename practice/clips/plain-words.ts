/** Text as a search sees it: no accents, no case, words and single spaces. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ə: 'e',
  ğ: 'g',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
};

export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øØłŁđĐəğßæÆ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** With a space on both sides, so that a whole word can be looked for. */
export function toPlainWords(text: string): string {
  const words = withoutAccents(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ` ${words} `;
}
