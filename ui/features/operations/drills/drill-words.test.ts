import { expect, test } from 'vitest';

import type { DrillSession } from '#/contract/operations.ts';

import { endOf, endWords } from '../actions/action-words.ts';
import { didHold, recoveryWords, sumWords, verdictWords } from './drill-words.ts';

type Fault = DrillSession['faults'][number];

test.each([
  [[], 'No fault was caused', true],
  [[fault({})], 'The one fault held', true],
  [[fault({}), fault({ id: 'F2' })], 'All 2 faults held', true],
  [[fault({}), fault({ id: 'F2', held: false })], '1 of 2 faults did not hold', false],
])('of %j it is said: %s', (faults, words, held) => {
  expect(verdictWords(faults)).toBe(words);
  expect(didHold(faults)).toBe(held);
});

test('units are added up over all faults', () => {
  const words = sumWords([
    fault({ acknowledged: 12_000, lost: 1 }),
    fault({ acknowledged: 34, duplicated: 2 }),
  ]);

  expect(words).toBe('12,034 units acknowledged, 1 lost, 2 doubled');
});

test.each([
  [null, '–'],
  [{ median: 800, max: 800 }, '800 ms'],
  [{ median: 1_240, max: 9_000 }, '1.24 s, at most 9.00 s'],
])('a recovery of %j reads as %s', (recovery, words) => {
  expect(recoveryWords(recovery)).toBe(words);
});

test.each([
  [200, 'done', 'Done (200)'],
  [404, 'refused', 'Refused (404)'],
  [500, 'failed', 'Failed (500)'],
  [null, 'unknown', 'Unknown'],
] as const)('an action that was answered with %s is %s', (status, end, words) => {
  expect([endOf({ status }), endWords({ status })]).toEqual([end, words]);
});

function fault(more: Partial<Fault>): Fault {
  return {
    id: 'F1',
    name: 'a worker is killed',
    held: true,
    times: 1,
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    recoveryMs: null,
    detail: '',
    ...more,
  };
}
