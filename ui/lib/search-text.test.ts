import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readSearchText, writeSearchText } from './search-text.ts';

test('a filter stays readable in the address', () => {
  const where = 'all(unit(tft_x;stars=2..;has=tft_item_y),none(trait(tft_z;tier=3..)))';

  expect(writeSearchText({ patch: '17.4', tier: 'master,grandmaster', where })).toBe(
    `?patch=17.4&tier=master,grandmaster&where=${where}`,
  );
});

test('what means something in an address is written so that it does not', () => {
  expect(writeSearchText({ where: 'a&b#c?d+e%f' })).toBe('?where=a%26b%23c%3Fd%2Be%25f');
});

test('nothing to say is no question mark', () => {
  expect(writeSearchText({})).toBe('');
  expect(writeSearchText({ jobs: undefined, list: ['a'] })).toBe('');
});

test('the first of two equal keys counts', () => {
  expect(readSearchText('by=unit&by=item')).toEqual({ by: 'unit' });
});

test('whatever is written is read again as it was', () => {
  const entries = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
    selector: ([key]) => key,
    maxLength: 5,
  });
  fc.assert(
    fc.property(entries, (pairs) => {
      const read = Object.entries(readSearchText(writeSearchText(Object.fromEntries(pairs))));
      expect(new Map(read)).toEqual(new Map(pairs));
    }),
  );
});
