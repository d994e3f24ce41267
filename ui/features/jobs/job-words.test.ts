import { expect, test } from 'vitest';

import { ageWords, payloadText, periodWords, rateWords, shareWords } from './job-words.ts';

test.each([
  [0, '0'],
  [0.004, '< 0.01'],
  [0.25, '0.25'],
  [2.4567, '2.5'],
  [1_234.5, '1,235'],
])('%d runs a minute read %s', (perMinute, words) => {
  expect(rateWords(perMinute)).toBe(words);
});

test.each([
  [null, '–'],
  [0, '0.0 %'],
  [0.031, '3.1 %'],
  [1, '100 %'],
])('a share of %s reads %s', (share, words) => {
  expect(shareWords(share)).toBe(words);
});

test('ages and periods', () => {
  expect(ageWords(null)).toBe('–');
  expect(ageWords(65)).toBe('1 min 5 s');
  expect(periodWords(1_440)).toBe('day');
});

test('a payload is shown as it is, also when there is none', () => {
  expect(payloadText({ id: 7 })).toBe('{\n  "id": 7\n}');
  expect(payloadText(undefined)).toBe('nothing');
});
