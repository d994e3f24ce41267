import { expect, test } from 'vitest';
import { endOfSync } from './sync-end.ts';

const nothing = { wanted: 0, due: 0, missing: 0, reason: null };

test.each([
  ['nothing is wanted', nothing, { end: 'completed' }],
  ['something may come soon', { ...nothing, wanted: 3, due: 1, missing: 2 }, { end: 'not-yet' }],
  ['all that is left is missing upstream', { ...nothing, wanted: 2, missing: 2 }, { end: 'completed' }],
  [
    'nothing can be had',
    { wanted: 5, due: 0, missing: 2, reason: 'forbidden: the key is not known' },
    { end: 'failed', reason: 'forbidden: the key is not known' },
  ],
  [
    'nothing is available, without a reason',
    { ...nothing, wanted: 1 },
    { end: 'failed', reason: 'its games cannot be had' },
  ],
] as const)('when %s', (_when, rest, end) => {
  expect(endOfSync(rest)).toEqual(end);
});
