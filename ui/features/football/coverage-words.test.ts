import { expect, test } from 'vitest';

import {
  countDropped,
  coverageSentence,
  droppedLines,
  shareWords,
  waitNote,
  waitText,
} from './coverage-words.ts';

const sentence = (goals: number, withClips: number, median: number | null) =>
  coverageSentence({ goals, withClips, secondsToFirstClip: { median, slowest: median } });
const held = {
  dropped: [
    { reason: 'gone', count: 1 },
    { reason: 'same-picture', count: 12 },
    { reason: 'expired', count: 0 },
  ],
} satisfies Parameters<typeof droppedLines>[0];

test.each([
  [shareWords(3, 4), '75 % of 4 goals'],
  [shareWords(1, 1), '100 % of 1 goal'],
  [shareWords(0, 0), 'no goals yet'],
  [sentence(0, 0, null), 'No goal was confirmed yet'],
  [sentence(1, 0, null), '0 of 1 goal has a clip'],
  [sentence(17, 9, 467), '9 of 17 goals have a clip, the first after 7 min 47 s'],
  [waitText(112), '1 min 52 s'],
  [waitText(null), '–'],
  [waitNote({ median: 112, slowest: 305 }), 'median; the slowest 5 min 5 s'],
  [waitNote({ median: null, slowest: null }), 'no clip yet'],
  [countDropped(held), 13],
  // Most frequent first.
  [droppedLines(held).join(', '), '12 × shows the same, 1 × gone from its site'],
])('%j', (words, expected) => {
  expect(words).toBe(expected);
});
