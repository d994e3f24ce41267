import { expect, test } from 'vitest';

import { countWords } from './count-words.ts';

const none = { stable: 0, detected: 0, removed: 0 };

test.each([
  [{ goals: none, clips: 0 }, ''],
  [{ goals: { ...none, stable: 1 }, clips: 1 }, '1 goal · 1 clip'],
  [
    { goals: { stable: 3, detected: 1, removed: 2 }, clips: 5 },
    '3 goals · 1 being checked · 2 taken back · 5 clips',
  ],
])('%o: %s', (fixture, words) => {
  expect(countWords(fixture)).toBe(words);
});
