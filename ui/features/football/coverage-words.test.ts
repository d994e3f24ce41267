import { expect, test } from 'vitest';

import {
  countDropped,
  coverageSentence,
  droppedLines,
  shareWords,
  waitNote,
  waitText,
} from './coverage-words.ts';

test('a share says of how many', () => {
  expect(shareWords(3, 4)).toBe('75 % of 4 goals');
  expect(shareWords(1, 1)).toBe('100 % of 1 goal');
  expect(shareWords(0, 0)).toBe('no goals yet');
});

test.each([
  [0, 0, null, 'No goal was confirmed yet'],
  [1, 0, null, '0 of 1 goal has a clip'],
  [17, 9, 467, '9 of 17 goals have a clip, the first after 7 min 47 s'],
])('%s goals, %s with a clip: %s, %s', (goals, withClips, median, words) => {
  expect(coverageSentence({ goals, withClips, secondsToFirstClip: { median, slowest: median } })).toBe(words);
});

test('how long the first clip took is a time, or nothing', () => {
  expect(waitText(112)).toBe('1 min 52 s');
  expect(waitText(null)).toBe('–');
  expect(waitNote({ median: 112, slowest: 305 })).toBe('median; the slowest 5 min 5 s');
  expect(waitNote({ median: null, slowest: null })).toBe('no clip yet');
});

test('what was dropped is counted and told, most frequent first', () => {
  const coverage = {
    dropped: [
      { reason: 'gone', count: 1 },
      { reason: 'same-picture', count: 12 },
      { reason: 'expired', count: 0 },
    ] as const,
  };
  const held = { dropped: [...coverage.dropped] };
  expect(countDropped(held)).toBe(13);
  expect(droppedLines(held)).toEqual(['12 × shows the same', '1 × gone from its site']);
});
