import { describe, expect, test } from 'vitest';
import { answerAsking, isStale, type SyncStanding } from './sync-state.ts';

const now = new Date('2026-11-15T12:00:00Z');
const staleAfterMs = 3_600_000;
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const standing = (given: Partial<SyncStanding>): SyncStanding => ({
  state: 'completed',
  completedAt: ago(1_000),
  retryAt: null,
  ...given,
});

describe('asking for a sync', () => {
  test.each(['visit', 'manual', 'schedule', 'retry'] as const)(
    'while one is pending or runs, %s begins no second one',
    (trigger) => {
      const ask = (state: SyncStanding['state']) =>
        answerAsking(standing({ state, completedAt: null, retryAt: ago(1) }), trigger, { now, staleAfterMs });
      expect(ask('pending')).toEqual({ answer: 'already-pending' });
      expect(ask('syncing')).toEqual({ answer: 'running' });
    },
  );

  test.each([
    ['manual', 1_000, { answer: 'begin' }],
    ['visit', 1_000, { answer: 'not-yet', why: 'fresh' }],
    ['schedule', staleAfterMs - 1, { answer: 'not-yet', why: 'fresh' }],
    ['visit', staleAfterMs, { answer: 'begin' }],
    ['schedule', staleAfterMs + 1, { answer: 'begin' }],
  ] as const)('%s, %i ms after one was completed', (trigger, completedMsAgo, answer) => {
    expect(
      answerAsking(standing({ completedAt: ago(completedMsAgo) }), trigger, { now, staleAfterMs }),
    ).toEqual(answer);
  });

  test.each([
    ['manual', null, { answer: 'begin' }],
    ['visit', null, { answer: 'not-yet', why: 'retry-later' }],
    ['retry', ago(-1), { answer: 'not-yet', why: 'retry-later' }],
    ['retry', now, { answer: 'begin' }],
    ['visit', ago(1), { answer: 'begin' }],
  ] as const)('%s of a failed one that is to be tried again at %s', (trigger, retryAt, answer) => {
    expect(answerAsking(standing({ state: 'failed', retryAt }), trigger, { now, staleAfterMs })).toEqual(
      answer,
    );
  });
});

test('what was never completed is stale', () => {
  expect(isStale({ completedAt: null }, now, staleAfterMs)).toBe(true);
  expect(isStale({ completedAt: ago(staleAfterMs - 1) }, now, staleAfterMs)).toBe(false);
});
