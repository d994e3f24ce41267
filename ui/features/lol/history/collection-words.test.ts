/** What is said about a collection of a history and about its games. */
import { expect, test } from 'vitest';

import {
  collectionTitle,
  needsPanel,
  progressPercent,
  progressWords,
  waitingWords,
} from './collection-words.ts';
import { countWords, gamesText } from './count-words.ts';
import { formatZoned, formatZonedDay } from './zoned-time.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const SOON = '2026-11-15T12:02:05Z';
const empty = { total: 0, done: 0, unfetchable: 0, wanted: 0 };
const fetching = {
  state: 'fetching' as const,
  isRunning: true,
  uncounted: 0,
  reason: null,
  progress: { ...empty, total: 879, done: 134, wanted: 745 },
};
const complete = {
  ...fetching,
  state: 'done' as const,
  isRunning: false,
  progress: { ...empty, total: 879, done: 875, unfetchable: 4 },
};

test.each([
  [fetching, 'Collecting the history'],
  [{ ...fetching, progress: empty, state: 'finding' as const }, 'Looking up the player'],
  [{ ...fetching, state: 'listing' as const }, 'Reading the list of games'],
  [{ ...fetching, isRunning: false, state: 'failed' as const }, 'Collecting stopped'],
  [{ ...fetching, isRunning: false, state: 'cancelled' as const }, 'Collecting was cancelled'],
  [{ ...fetching, isRunning: false, state: 'none' as const }, 'Some games are still to be fetched'],
  [{ ...complete, uncounted: 2 }, 'Counting the last games'],
  [complete, 'History complete'],
])('the title says what happens: %o', (collection, title) => {
  expect(collectionTitle(collection)).toBe(title);
});

const waiting = (expectedEnd: string | null, placeInLine: number | null, isRunning = true) =>
  waitingWords({ expectedEnd, placeInLine, isRunning }, NOW);
const counts = {
  stored: 1_200,
  counted: 1_200,
  remakes: 0,
  unplayed: 0,
  againstBots: 0,
  outsideFilter: 0,
  withTimeline: 0,
  seconds: 0,
  firstAt: null,
  lastAt: null,
};
const leftOut = { counted: 1_150, remakes: 12, unplayed: 1, againstBots: 7, outsideFilter: 30 };

test.each([
  [progressWords(fetching), '134 of 879 games stored'],
  [
    progressWords({ ...complete, uncounted: 1 }),
    '875 of 879 games stored, 4 cannot be fetched, 1 about to be counted',
  ],
  [progressWords({ ...fetching, state: 'listing' }), expect.stringContaining('the list is still growing')],
  [progressWords({ ...fetching, state: 'listing', progress: empty }), 'How many there are is not known yet'],
  [progressWords({ ...complete, progress: empty }), 'No game is listed'],
  [waiting(SOON, 1), 'about 2 min 5 s left'],
  [waiting(SOON, 2), 'about 2 min 5 s left, 1 history before it'],
  [waiting('2026-11-15T11:59:00Z', 1), 'done any moment'],
  [waiting(null, 4), '3 histories before it'],
  [waiting(null, 1), null],
  [waiting(null, null), null],
  [waiting(SOON, 2, false), null],
  [countWords(counts), '1,200 of 1,200 games counted.'],
  [
    countWords({ ...counts, ...leftOut }),
    '1,150 of 1,200 games counted; left out: 12 remakes, 1 aborted before it began, 7 against bots, 30 outside of the filter.',
  ],
  [[0, 1, 1.5, 1_200].map(gamesText), ['0 games', '1 game', '1.5 games', '1,200 games']],
  [formatZoned('2026-11-15T18:04:59Z', 'UTC'), 'Sun, 15 Nov 2026, 18:04'],
  [formatZoned('2026-11-15T18:04:59Z', 'Asia/Seoul'), 'Mon, 16 Nov 2026, 03:04'],
  [formatZoned('2026-07-01T22:30:00Z', 'Europe/Berlin'), 'Thu, 2 Jul 2026, 00:30'],
  [formatZonedDay('2026-11-15T18:04:59Z', 'Asia/Seoul'), '16 Nov 2026'],
])('%j', (words, expected) => {
  expect(words).toEqual(expected);
});

test('what cannot be fetched has its own part of the bar', () => {
  const progress = { total: 200, done: 50, unfetchable: 10, wanted: 140 };
  expect(progressPercent({ progress })).toEqual({ done: 25, unfetchable: 5 });
  expect(progressPercent({ progress: empty })).toEqual({ done: 0, unfetchable: 0 });
});

test.each([
  [complete, false],
  [fetching, true],
  [{ ...complete, state: 'failed' as const }, true],
  [{ ...complete, state: 'cancelled' as const }, true],
  [{ ...complete, uncounted: 1 }, true],
])('%o needs a panel: %s', (collection, needs) => {
  expect(needsPanel(collection)).toBe(needs);
});
