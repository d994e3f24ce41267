import { describe, expect, test } from 'vitest';
import type { Malformed, Outcome } from './outcome.ts';
import { nextStep } from './retry.ts';

const MINUTE = 60_000;
const fetchedAt = new Date('2026-11-15T12:00:00Z');

function malformed(fault: Malformed['fault']): Outcome<never> {
  return { outcome: 'malformed', fault, reason: 'odd', bytes: new Uint8Array(), isWhole: true, fetchedAt };
}

test('what was found is used, and a wrong call is not made again', () => {
  const found = { outcome: 'ok', body: 1, bytes: new Uint8Array(), fetchedAt } as const;
  expect(nextStep(found, 1, 0)).toEqual({ step: 'use' });
  const wrong = { outcome: 'rejected', reason: 'foreignPuuid', status: 400, message: 'another key' } as const;
  expect(nextStep(wrong, 1, 0)).toEqual({ step: 'giveUp', as: 'refused', reason: 'another key' });
});

test('what is missing is asked for again, later and later, and then it is gone', () => {
  const outcome = { outcome: 'notFound', message: 'no such match' } as const;
  const steps = [1, 2, 3, 4, 5].map((attempt) => nextStep(outcome, attempt, 0));

  expect(steps.slice(0, 4)).toEqual(
    [1, 10, 60, 360].map((minutes) => ({ step: 'retry', afterMs: minutes * MINUTE, spendsAttempt: true })),
  );
  expect(steps[4]).toEqual({ step: 'giveUp', as: 'gone', reason: 'no such match' });
});

describe('what is nobody’s fault is tried for ever and spends no attempt', () => {
  test.each<[string, Outcome<never>, number]>([
    ['a limit', { outcome: 'rateLimited', retryAfterMs: 7_000 }, 7_000],
    ['an outage', { outcome: 'unavailable', reason: 'status', detail: '503' }, MINUTE],
    [
      'an outage that asks for more',
      { outcome: 'unavailable', reason: 'status', detail: '503', retryAfterMs: 5 * MINUTE },
      5 * MINUTE,
    ],
    ['a refused key', { outcome: 'forbidden', reason: 'unknownKey', status: 401, message: '' }, 2 * MINUTE],
    ['no key', { outcome: 'forbidden', reason: 'noKey', status: null, message: '' }, 10 * MINUTE],
  ])('%s', (_, outcome, afterMs) => {
    expect(nextStep(outcome, 1_000, 0)).toEqual({ step: 'retry', afterMs, spendsAttempt: false });
  });

  test('and those who failed together come back apart', () => {
    const outage = { outcome: 'unavailable', reason: 'connect', detail: '' } as const;

    expect(nextStep(outage, 1, 0.5)).toMatchObject({ afterMs: 67_500 });
  });
});

test.each([
  ['shape', 1, null],
  ['notJson', 1, 30_000],
  ['tooLarge', 3, 120_000],
  ['notJson', 4, null],
] as const)(
  'a body that is malformed (%s) at attempt %i: asked for again after %j ms',
  (fault, attempt, afterMs) => {
    expect(nextStep(malformed(fault), attempt, 0)).toEqual(
      afterMs === null
        ? { step: 'giveUp', as: 'quarantined', reason: 'odd' }
        : { step: 'retry', afterMs, spendsAttempt: true },
    );
  },
);
