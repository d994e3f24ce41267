import { expect, test } from 'vitest';

import {
  collectionTitle,
  needsPanel,
  progressPercent,
  progressWords,
  waitingWords,
} from './collection-words.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const fetching = {
  state: 'fetching' as const,
  isRunning: true,
  uncounted: 0,
  reason: null,
  progress: { total: 879, done: 134, unfetchable: 0, wanted: 745 },
};
const complete = {
  ...fetching,
  state: 'done' as const,
  isRunning: false,
  progress: { total: 879, done: 875, unfetchable: 4, wanted: 0 },
};
const empty = { total: 0, done: 0, unfetchable: 0, wanted: 0 };

test.each([
  [fetching, 'Collecting the history'],
  [{ ...fetching, progress: empty, state: 'finding' as const }, 'Looking up the player'],
  [{ ...fetching, state: 'listing' as const }, 'Reading the list of games'],
  [{ ...fetching, isRunning: false, state: 'failed' as const }, 'Collecting stopped'],
  [{ ...fetching, isRunning: false, state: 'cancelled' as const }, 'Collecting was cancelled'],
  [{ ...fetching, isRunning: false, state: 'none' as const }, 'Some games are still to be fetched'],
  [{ ...complete, uncounted: 2 }, 'Counting the last games'],
  [complete, 'History complete'],
])('the title tells what happens: %o', (collection, title) => {
  expect(collectionTitle(collection)).toBe(title);
});

test('progress says everything that is missing', () => {
  expect(progressWords(fetching)).toBe('134 of 879 games stored');
  expect(progressWords({ ...complete, uncounted: 1 })).toBe(
    '875 of 879 games stored, 4 cannot be fetched, 1 about to be counted',
  );
  expect(progressWords({ ...fetching, state: 'listing' })).toContain('the list is still growing');
});

test('without games it says whether that is known', () => {
  expect(progressWords({ ...fetching, state: 'listing', progress: empty })).toBe(
    'How many there are is not known yet',
  );
  expect(progressWords({ ...complete, progress: empty })).toBe('No game is listed');
});

test.each([
  ['2026-11-15T12:02:05Z', 1, 'about 2 min 5 s left'],
  ['2026-11-15T12:02:05Z', 2, 'about 2 min 5 s left, 1 history before it'],
  ['2026-11-15T11:59:00Z', 1, 'done any moment'],
  [null, 4, '3 histories before it'],
  [null, 1, null],
  [null, null, null],
])('expected end %s and place %s are told as %s', (expectedEnd, placeInLine, words) => {
  expect(waitingWords({ expectedEnd, placeInLine, isRunning: true }, NOW)).toBe(words);
});

test('nothing is waited for when nothing runs', () => {
  expect(
    waitingWords({ expectedEnd: '2026-11-15T12:02:05Z', placeInLine: 2, isRunning: false }, NOW),
  ).toBeNull();
});

test('what cannot be fetched has its own part of the bar', () => {
  expect(progressPercent({ progress: { total: 200, done: 50, unfetchable: 10, wanted: 140 } })).toEqual({
    done: 25,
    unfetchable: 5,
  });
  expect(progressPercent({ progress: empty })).toEqual({ done: 0, unfetchable: 0 });
});

test('only what is complete needs no panel', () => {
  expect(needsPanel(complete)).toBe(false);
  expect(needsPanel(fetching)).toBe(true);
  expect(needsPanel({ ...complete, state: 'failed' })).toBe(true);
  expect(needsPanel({ ...complete, state: 'cancelled' })).toBe(true);
  expect(needsPanel({ ...complete, uncounted: 1 })).toBe(true);
});
