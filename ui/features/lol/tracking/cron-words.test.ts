import { expect, test } from 'vitest';

import { cronWords } from './cron-words.ts';
import { rankWords, standingWords } from './rank-words.ts';

test.each([
  ['0 * * * *', 'every hour'],
  ['0 */1 * * *', 'every hour'],
  ['0 */6 * * *', 'every 6 hours'],
  ['5 */6 * * *', 'by the rule 5 */6 * * *'],
  ['7 * * * *', 'every hour at minute 7'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['* * * * *', 'every minute'],
  ['0 5 * * *', 'every day at 05:00'],
  ['30 6 * * 1', 'every Monday at 06:30'],
  ['30 6 * * 7', 'every Sunday at 06:30'],
  ['0 5 1 * *', 'by the rule 0 5 1 * *'],
  ['0 5 * * 1-5', 'by the rule 0 5 * * 1-5'],
  ['0,30 * * * *', 'by the rule 0,30 * * * *'],
  ['0 0 5 * * *', 'by the rule 0 0 5 * * *'],
  ['0 5 * * 9', 'by the rule 0 5 * * 9'],
])('%s is %s', (rule, words) => {
  expect(cronWords(rule)).toBe(words);
});

test('ranks above Diamond are told without a division', () => {
  expect(rankWords({ tier: 'GOLD', division: 'II', leaguePoints: 45 })).toBe('Gold II, 45 LP');
  expect(rankWords({ tier: 'CHALLENGER', division: 'I', leaguePoints: 1_204 })).toBe('Challenger, 1204 LP');
  expect(['EMERALD IV', 'MASTER I', 'MASTER'].map(standingWords)).toEqual(['Emerald IV', 'Master', 'Master']);
});
