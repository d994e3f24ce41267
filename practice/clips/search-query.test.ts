import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPlainWords, withoutAccents } from './plain-words.ts';
import { parsePostId, toPostId } from './post-id.ts';
import { meets, parseSearchQuery } from './search-query.ts';

test.each([
  ['(Salah) (Liverpool OR LFC)', [['salah'], ['liverpool', 'lfc']]],
  ['Salah Liverpool', [['salah'], ['liverpool']]],
  ['Salah OR Mane Liverpool', [['salah', 'mane'], ['liverpool']]],
  ['("Van Dijk" OR Virgil) goal', [['van dijk', 'virgil'], ['goal']]],
  ['(Müller', [['muller']]],
  ['() ( OR )', []],
  ["(O'Hara)", [['o hara']]],
  ['', []],
])('%j asks for %j', (text, groups) => {
  expect(parseSearchQuery(text).map((group) => group.map((word) => word.trim()))).toEqual(groups);
});

test.each([
  ['(Salah) (Liverpool OR LFC)', 'GOAL! Salah puts LFC ahead', true],
  ['(Salah) (Liverpool OR LFC)', 'GOAL! Salah for Egypt', false],
  ['(Salah)', 'salahs do not count', false],
  ['(Odegard)', 'ØDEGÅRD!!!', true],
  ['(Ødegård)', 'odegard scores', true],
  ['(Nuñez) (Kelmar)', 'Nunez, Kelmar 1-0', true],
  ['("Port Amber")', 'Port-Amber 1-0 Vale', true],
  ['(Port) (Amber)', 'amber lights in the port', true],
])('%j in %j: %s', (query, text, isThere) => {
  expect(meets(toPlainWords(text), parseSearchQuery(query))).toBe(isThere);
});

test('letters keep their number of words without their accents', () => {
  expect(withoutAccents('Łukełek Dəmğlu Strauß Bjørsen')).toBe('Lukelek Demglu Strauss Bjorsen');
});

test('a post is found again by its number, and nothing else is a number of a post', () => {
  fc.assert(
    fc.property(fc.nat(9_999_999), fc.nat(998), fc.nat(998), (fixture, n, place) => {
      expect(parsePostId(toPostId({ fixture, n, place }))).toEqual({ fixture, n, place });
    }),
  );
  for (const text of ['', '20', 'x'.repeat(18), '300002772010001000', '2000027720100010001'])
    expect(parsePostId(text)).toBeUndefined();
});
