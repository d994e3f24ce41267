import { expect, test } from 'vitest';

import { readWholeNumber } from './whole-number.ts';

const refused = { type: 'refused', expected: 'A whole number from 1 to 730, or nothing.' };

test.each([
  ['', { type: 'empty' }],
  ['  ', { type: 'empty' }],
  [' 7 ', { type: 'ok', value: 7 }],
  ['730', { type: 'ok', value: 730 }],
  ['731', refused],
  ['0', refused],
  ['-3', refused],
  ['1.5', refused],
  ['1e2', refused],
  ['ten', refused],
])('%j', (text, read) => {
  expect(readWholeNumber(text, 1, 730)).toEqual(read);
});
