import { expect, test } from 'vitest';
import { plainWords, speaksOf, spellings, withoutAccents } from './plain-words.ts';

test.each([
  ['Vinícius Júnior', 'Vinicius Junior'],
  ['Łukasz Ødegård', 'Lukasz Odegard'],
  ['Groß', 'Gross'],
  ['Çalhanoğlu', 'Calhanoglu'],
  ['Ægir Þór', 'Aegir Thor'],
  ['Məmmədov', 'Memmedov'],
])('%s without accents is %s', (text, expected) => {
  expect(withoutAccents(text)).toBe(expected);
});

test.each([
  ['Thomas Müller', ['Thomas Muller', 'Thomas Mueller']],
  ['Mu\u0308ller', ['Muller', 'Mueller']],
  ['Ødegård', ['Odegard', 'Oedegaard']],
  ['Məmmədov', ['Memmedov', 'Mammadov']],
  ['Salah', ['Salah']],
])('%s may be met as %j', (text, expected) => {
  expect(spellings(text)).toEqual(expected);
});

test('everything that is neither letter nor digit stands between words', () => {
  expect(plainWords("GOAL!! #Salah 45+3' – Liverpool")).toBe(' goal salah 45 3 liverpool ');
});

test('a short word is found as a whole word only', () => {
  expect(speaksOf(plainWords('Son scores'), 'Son')).toBe(true);
  expect(speaksOf(plainWords('The season of goals'), 'Son')).toBe(false);
});

test('a long word is also found inside of a tag', () => {
  expect(speaksOf(plainWords('#MoSalah again'), 'Salah')).toBe(true);
  expect(speaksOf(plainWords('@ManUtdFans'), 'Man Utd')).toBe(true);
});

test('several words have to stand together', () => {
  expect(speaksOf(plainWords('Port Amber lead'), 'Port Amber')).toBe(true);
  expect(speaksOf(plainWords('a port with amber light'), 'Port Amber')).toBe(false);
});

test('no word is found nowhere', () => {
  expect(speaksOf(plainWords('anything'), '…')).toBe(false);
});
