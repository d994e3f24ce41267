import { expect, test } from 'vitest';

import { forgottenWords, progressShares, progressWords, retryWords, syncSentence } from './describe-sync.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const progress = { total: 879, done: 134, unfetchable: 2, wanted: 743 };
const whole = { total: 3, done: 3, unfetchable: 0, wanted: 0 };
const none = { total: 0, done: 0, unfetchable: 0, wanted: 0 };
const facts = { state: 'syncing', trigger: 'manual', isListed: true, progress, completedAt: null } as const;

test.each([
  [
    syncSentence({ ...facts, state: 'pending', trigger: 'linked' }),
    'A sync is about to begin, because it was linked.',
  ],
  [
    syncSentence({ ...facts, isListed: false }),
    'Reading the list of games, begun by hand. The total still grows.',
  ],
  [syncSentence(facts), 'Fetching games and their timelines, begun by hand.'],
  [
    syncSentence({ ...facts, state: 'completed', progress: whole }),
    'Every game is stored with its timeline.',
  ],
  [syncSentence({ ...facts, state: 'completed' }), 'Everything that can be had is stored.'],
  [syncSentence({ ...facts, state: 'failed' }), 'The sync did not come to its end. What it got is kept.'],
  [
    syncSentence({ ...facts, state: 'failed', completedAt: '2026-11-15T12:00:00Z' }),
    'The last sync did not come to its end. What it got is kept.',
  ],
  [progressWords(progress), '134 of 879 games · 2 not to be had · 743 to fetch'],
  [progressWords(whole), '3 of 3 games'],
  [progressWords(none), 'No games are known yet'],
  [retryWords('2026-11-15T12:01:05.000Z', NOW), 'It is tried again in 1 min 5 s.'],
  [retryWords('2026-11-15T12:00:00.000Z', NOW), 'It is tried again any moment now.'],
  [retryWords(null, NOW), 'It is not tried again by itself: sync it by hand when the reason is gone.'],
  [
    forgottenWords({ games: 312, ranks: 1, reports: 0, moods: 2 }),
    'Forgotten: 312 places in games, 1 rank, 2 moods.',
  ],
  [forgottenWords({ games: 0 }), 'Nothing else was known of them.'],
])('%j', (words, expected) => {
  expect(words).toBe(expected);
});

test('shares are of what is known, and of nothing there is no share', () => {
  const some = { total: 200, done: 50, unfetchable: 10, wanted: 140 };
  expect(progressShares(some)).toEqual({ done: 25, unfetchable: 5 });
  expect(progressShares(none)).toEqual({ done: 0, unfetchable: 0 });
});
