/**
 * Text as it is compared: without accents, in lower case, everything that is neither letter nor digit a space. Letters that Unicode does not
 * take apart (ø, ł, ß) have their usual spelling without them.
 */

const UNSPLIT: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  þ: 'th',
  Þ: 'Th',
  ə: 'e',
  Ə: 'E',
};

/** How others write the same letters where they have no such keys: Mueller, Oedegaard, Mammadov. */
const OTHERWISE: Readonly<Record<string, string>> = {
  ä: 'ae',
  Ä: 'Ae',
  ö: 'oe',
  Ö: 'Oe',
  ø: 'oe',
  Ø: 'Oe',
  ü: 'ue',
  Ü: 'Ue',
  å: 'aa',
  Å: 'Aa',
  ə: 'a',
  Ə: 'A',
};

export function withoutAccents(text: string): string {
  const apart = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return replaceLetters(apart, UNSPLIT);
}

/** The usual spelling first. */
export function spellings(text: string): string[] {
  return [
    ...new Set([withoutAccents(text), withoutAccents(replaceLetters(text.normalize('NFC'), OTHERWISE))]),
  ];
}

function replaceLetters(text: string, letters: Readonly<Record<string, string>>): string {
  return Object.entries(letters).reduce((plain, [letter, usual]) => plain.replaceAll(letter, usual), text);
}

/** Begins and ends with a space, so that ` word ` finds whole words only. */
export function plainWords(text: string): string {
  const words = withoutAccents(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ` ${words} `;
}

/** A long word is also found inside of another one (#MoSalah, @ManUtdFans); a short one would be found everywhere. */
const FOUND_INSIDE = 5;

export function speaksOf(plain: string, word: string): boolean {
  const wanted = plainWords(word).trim();
  if (wanted === '') return false;
  if (plain.includes(` ${wanted} `)) return true;
  const joined = wanted.replaceAll(' ', '');
  return joined.length >= FOUND_INSIDE && plain.includes(joined);
}
