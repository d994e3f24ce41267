import { expect, test } from 'vitest';

import { createNameBook } from './name-book.ts';
import { searchNames } from './search-names.ts';

const more = { isKnown: true, icon: null };
const asUnit = { ...more, cost: 4, traits: [] };
const asItem = { ...more, category: 'completed', components: [] };
const book = createNameBook({
  version: '1',
  units: [
    { id: 'u_ahri', name: 'Ahri', ...asUnit },
    { id: 'u_kaisa', name: "Kai'Sa", ...asUnit },
    { id: 'u_sahra', name: 'Sahra', ...asUnit },
  ],
  items: [
    { id: 'i_bb', name: 'Blue Buff', ...asItem },
    { id: 'i_bt', name: 'Bloodthirster', ...asItem },
  ],
  traits: [{ id: 't_b', name: 'Bulwark', ...more, thresholds: [2, 4] }],
});
const found = (typed: string) => searchNames(book.entries, typed, 10).map(({ name }) => name);

test.each([
  ['the start of a name comes before its middle', 'ah', ['Ahri', 'Sahra']],
  ['marks and case do not matter', 'KAISA', ["Kai'Sa"]],
  ['initials find a name of several words', 'bb', ['Blue Buff']],
  ['a word inside a name is found by its start', 'buf', ['Blue Buff']],
  ['units, items and traits are found', 'b', ['Bloodthirster', 'Blue Buff', 'Bulwark']],
  ['nothing typed finds nothing', '  ', []],
])('%s: %j', (_, typed, names) => {
  expect(found(typed)).toEqual(names);
});

test('no more names than wanted are found', () => {
  expect(searchNames(book.entries, 'b', 2)).toHaveLength(2);
});

test('of two with the same name the one of the newest set comes first, and what all sets share is not old', () => {
  const { entries, newestSet } = createNameBook({
    version: '1',
    units: [
      { id: 'tft16_ahri', name: 'Ahri', ...asUnit },
      { id: 'da_18_ahri', name: 'Ahri', ...asUnit },
      { id: 'tft17b_ahri', name: 'Ahri', ...asUnit },
    ],
    items: [{ id: 'tft_item_ahri', name: 'Ahri', ...asItem }],
    traits: [],
  });

  expect(searchNames(entries, 'ahri', 9).map(({ id }) => id)).toEqual([
    'tft_item_ahri',
    'da_18_ahri',
    'tft17b_ahri',
    'tft16_ahri',
  ]);
  expect(newestSet).toBe(18);
});

test('an unknown id still has a name', () => {
  expect(book.unit('tft99_braum')).toMatchObject({ name: 'Braum', isKnown: false, icon: null, cost: null });
  expect(book.names.trait('t_b')).toBe('Bulwark');
});
