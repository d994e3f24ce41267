import { expect, test } from 'vitest';

import { endOf, endWords } from './action-words.ts';

test.each([
  [200, 'done', 'Done (200)'],
  [204, 'done', 'Done (204)'],
  [404, 'refused', 'Refused (404)'],
  [409, 'refused', 'Refused (409)'],
  [500, 'failed', 'Failed (500)'],
  [503, 'failed', 'Failed (503)'],
  [null, 'unknown', 'Unknown'],
] as const)('an answer of %s is %s', (status, end, words) => {
  expect(endOf({ status })).toBe(end);
  expect(endWords({ status })).toBe(words);
});
