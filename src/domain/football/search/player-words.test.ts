import { expect, test } from 'vitest';
import { lastName, playerWords, spelledPlayerWords } from './player-words.ts';

test.each([
  ['M. Salah', ['Salah']],
  ['Mohamed Salah', ['Mohamed', 'Salah']],
  ['Vinícius Júnior', ['Vinicius']],
  ['K. De Bruyne', ['Bruyne']],
  ['Son Heung-Min', ['Son', 'Heung-Min']],
  ['V. van Dijk', ['Dijk']],
  ['J.-P. Mateta', ['Mateta']],
  ["N'Golo Kanté", ["N'Golo", 'Kante']],
  ['Cristiano Ronaldo dos Santos Aveiro', ['Ronaldo', 'Santos', 'Aveiro']],
  ['Ederson Ederson', ['Ederson']],
  ['Li', ['Li']],
  ['Jr.', ['Jr']],
  ['De Van', ['Van']],
  ['X.', ['X.']],
])('people call %s %j', (name, words) => {
  expect(playerWords(name)).toEqual(words);
});

test('a player without a name has no words', () => {
  expect(playerWords(null)).toEqual([]);
  expect(playerWords('  ')).toEqual([]);
  expect(playerWords('10')).toEqual([]);
});

test('people who have no such letters call them otherwise', () => {
  expect(spelledPlayerWords('T. Müller')).toEqual(['Muller', 'Mueller']);
  expect(spelledPlayerWords('M. Salah')).toEqual(['Salah']);
  expect(spelledPlayerWords(null)).toEqual([]);
});

test('signs that mean something to a search are no part of a name', () => {
  expect(playerWords('Sala"har) OR (x')).toEqual(['Sala', 'har']);
});

test.each([
  ['Mohamed Salah', 'Salah'],
  ['K. De Bruyne', 'Bruyne'],
  ['Vinícius Júnior', 'Junior'],
])('the last name of %s is %s', (name, last) => {
  expect(lastName(name)).toBe(last);
});

test('no player has no last name', () => {
  expect(lastName(null)).toBeNull();
});
