import { expect, test } from 'vitest';
import { findingWords } from './finding-words.ts';

const candidate = {
  contrast: { cells: [], weights: [] },
  keys: [],
  subject: 'Games on Monday',
  isCourse: false,
};
const told = { n: 212, winRate: { value: 0.443, low: 0.38, high: 0.51 }, expected: 0.512 };

test('a difference to one side', () => {
  const difference = { value: -0.069, low: -0.131, high: -0.007 };
  expect(findingWords(candidate, { ...told, difference })).toBe(
    'Games on Monday: 44 % of 212 were won, where 51 % would be usual; ' +
      '6.9 points lower (95 % interval over everything compared: 0.7 to 13.1 lower).',
  );
});

test.each([
  [
    { value: -0.05, low: -0.12, high: 0.02 },
    '5.0 points lower (95 % interval over everything compared: from 2.0 higher to 12.0 lower)',
  ],
  [
    { value: 0.05, low: -0.02, high: 0.12 },
    '5.0 points higher (95 % interval over everything compared: from 2.0 lower to 12.0 higher)',
  ],
])('a difference that may be none: %j', (difference, words) => {
  expect(findingWords(candidate, { ...told, difference })).toContain(words);
});
