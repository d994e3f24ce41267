import { expect, test } from 'vitest';

import { placeText, signedText, signedWords, toneOf } from './figures.ts';

test.each([
  [-0.294, '−0.29'],
  [0.1, '+0.10'],
  [-0.001, '0.00'],
  [Number.NaN, '–'],
])('a difference of %s is %s', (value, text) => {
  expect(signedText(value)).toBe(text);
});

test('a placement has two decimals', () => {
  expect(placeText(4.2)).toBe('4.20');
});

test('only an interval without zero is sure', () => {
  expect(toneOf({ value: -0.2, low: -0.3, high: -0.1 })).toBe('good');
  expect(toneOf({ value: 0.2, low: 0.1, high: 0.3 })).toBe('bad');
  expect(toneOf({ value: -0.2, low: -0.5, high: 0.1 })).toBe('unsure');
});

test('in words both ends are told', () => {
  expect(signedWords('Difference', { value: -0.2, low: -0.3, high: 0.1 })).toBe(
    'Difference −0.20, 95 % between −0.30 and +0.10',
  );
});
