import { expect, test } from 'vitest';

import { rankWords, standingWords } from './rank-words.ts';

test.each([
  [{ tier: 'GOLD', division: 'II', leaguePoints: 45 }, 'Gold II, 45 LP'],
  [{ tier: 'CHALLENGER', division: 'I', leaguePoints: 1_204 }, 'Challenger, 1204 LP'],
])('%j', (rank, words) => {
  expect(rankWords(rank)).toBe(words);
});

test.each([
  ['EMERALD IV', 'Emerald IV'],
  ['MASTER I', 'Master'],
  ['MASTER', 'Master'],
])('%s in a move is %s', (text, words) => {
  expect(standingWords(text)).toBe(words);
});
