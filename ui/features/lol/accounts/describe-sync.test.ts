import { expect, test } from 'vitest';

import { forgottenWords, progressShares, progressWords, retryWords, syncSentence } from './describe-sync.ts';

const progress = { total: 879, done: 134, unfetchable: 2, wanted: 743 };
const whole = { total: 3, done: 3, unfetchable: 0, wanted: 0 };
const facts = { state: 'syncing', trigger: 'manual', isListed: true, progress, completedAt: null } as const;

test.each([
  [
    { ...facts, state: 'pending', trigger: 'linked' } as const,
    'A sync is about to begin, because it was linked.',
  ],
  [{ ...facts, isListed: false }, 'Reading the list of games, begun by hand. The total still grows.'],
  [facts, 'Fetching games and their timelines, begun by hand.'],
  [{ ...facts, state: 'completed', progress: whole } as const, 'Every game is stored with its timeline.'],
  [{ ...facts, state: 'completed' } as const, 'Everything that can be had is stored.'],
  [{ ...facts, state: 'failed' } as const, 'The sync did not come to its end. What it got is kept.'],
  [
    { ...facts, state: 'failed', completedAt: '2026-11-15T12:00:00Z' } as const,
    'The last sync did not come to its end. What it got is kept.',
  ],
])('%j', (account, sentence) => {
  expect(syncSentence(account)).toBe(sentence);
});

test.each([
  [progress, '134 of 879 games · 2 not to be had · 743 to fetch'],
  [whole, '3 of 3 games'],
  [{ total: 0, done: 0, unfetchable: 0, wanted: 0 }, 'No games are known yet'],
])('%j in words', (given, words) => {
  expect(progressWords(given)).toBe(words);
});

test('shares are of what is known, and of nothing there is no share', () => {
  expect(progressShares({ total: 200, done: 50, unfetchable: 10, wanted: 140 })).toEqual({
    done: 25,
    unfetchable: 5,
  });
  expect(progressShares({ total: 0, done: 0, unfetchable: 0, wanted: 0 })).toEqual({
    done: 0,
    unfetchable: 0,
  });
});

test.each([
  ['2026-11-15T12:01:05.000Z', 'It is tried again in 1 min 5 s.'],
  ['2026-11-15T12:00:00.000Z', 'It is tried again any moment now.'],
  [null, 'It is not tried again by itself: sync it by hand when the reason is gone.'],
])('a retry at %s', (retryAt, words) => {
  expect(retryWords(retryAt, Date.parse('2026-11-15T12:00:00Z'))).toBe(words);
});

test('what was forgotten is told in words, and what there was none of is left out', () => {
  expect(forgottenWords({ games: 312, ranks: 1, reports: 0, moods: 2 })).toBe(
    'Forgotten: 312 places in games, 1 rank, 2 moods.',
  );
  expect(forgottenWords({ games: 0 })).toBe('Nothing else was known of them.');
});
