import { expect, test } from 'vitest';

import { countWords, gamesText } from './count-words.ts';

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

test('all games are counted', () => {
  expect(countWords(counts)).toBe('1,200 of 1,200 games counted.');
});

test('every game that is left out has its reason', () => {
  const words = countWords({
    ...counts,
    counted: 1_150,
    remakes: 12,
    unplayed: 1,
    againstBots: 7,
    outsideFilter: 30,
  });

  expect(words).toBe(
    '1,150 of 1,200 games counted; left out: 12 remakes, 1 aborted before it began, 7 against bots, 30 outside of the filter.',
  );
});

test.each([
  [0, '0 games'],
  [1, '1 game'],
  [1.5, '1.5 games'],
  [1_200, '1,200 games'],
])('%s is %s', (n, text) => {
  expect(gamesText(n)).toBe(text);
});
