import { describe, expect, test } from 'vitest';
import type { Malformed, Outcome, Unavailable } from './outcome.ts';
import { DEFAULT_RETRY_LIMITS, nextStep, withRetries, type RetryLimits } from './retry.ts';

const OK: Outcome<number> = { outcome: 'ok', body: 1, bytes: new Uint8Array(), fetchedAt: new Date(0) };
const ill = (reason: Unavailable['reason'], retryAfterMs?: number): Outcome<number> => ({
  outcome: 'unavailable',
  reason,
  detail: 'ill',
  retryAfterMs,
});
const refused = (retryAfterMs: number): Outcome<number> => ({ outcome: 'rateLimited', retryAfterMs });

/** Plays the outcomes in order and repeats the last one. */
async function play(outcomes: Outcome<number>[], limits: Partial<RetryLimits> = {}, signal?: AbortSignal) {
  let tries = 0;
  const quick = { ...DEFAULT_RETRY_LIMITS, backoff: { firstMs: 1, maxMs: 1 }, ...limits };
  const attempt = () => Promise.resolve(outcomes[Math.min(tries++, outcomes.length - 1)] ?? OK);
  const result = await withRetries(attempt, quick, { random: () => 0, signal });
  return { result, tries };
}

test('what is decided is not tried again', async () => {
  const decided: Outcome<number>[] = [
    OK,
    { outcome: 'notFound', message: '' },
    {
      outcome: 'malformed',
      fault: 'shape',
      reason: '',
      bytes: new Uint8Array(),
      isWhole: true,
      fetchedAt: new Date(0),
    },
  ];

  expect(await Promise.all(decided.map((outcome) => play([outcome])))).toEqual(
    decided.map((result) => ({ result, tries: 1 })),
  );
});

test('returns an outage after the last attempt', async () => {
  expect(await play([ill('status')], { unavailable: 4 })).toEqual({ result: ill('status'), tries: 5 });
  expect(await play([ill('status')], { unavailable: 0 })).toMatchObject({ tries: 1 });
});

test('a refusal by a limit is tried again as often as allowed, on its own count', async () => {
  expect(await play([refused(0), ill('status'), refused(0), ill('status'), refused(0), OK])).toEqual({
    result: OK,
    tries: 6,
  });
  expect(await play([refused(5)], { rateLimited: 1 })).toEqual({ result: refused(5), tries: 2 });
});

test.each([refused(120_001), ill('stopped'), ill('redirected')])(
  'a wait that would be long or cannot help is not begun: %j',
  async (outcome) => {
    expect(await play([outcome])).toEqual({ result: outcome, tries: 1 });
  },
);

test('a connection that was closed just as it was used is replaced at once, but only once', async () => {
  const never = { firstMs: 1e9, maxMs: 1e9 };

  expect(await play([ill('closedEarly'), OK], { backoff: never })).toEqual({ result: OK, tries: 2 });
  expect(await play([ill('closedEarly'), ill('closedEarly'), OK], { backoff: never })).toMatchObject({
    tries: 2,
  });
});

test('the wait ends with the signal, whose reason is thrown', async () => {
  const control = new AbortController();
  const reason = new Error('the process stops');
  const long = { backoff: { firstMs: 60_000, maxMs: 60_000 } };
  const waiting = play([ill('status')], long, control.signal);
  control.abort(reason);

  await expect(waiting).rejects.toBe(reason);
});

const MINUTE = 60_000;
const fetchedAt = new Date('2026-11-15T12:00:00Z');

function malformed(fault: Malformed['fault']): Outcome<never> {
  return { outcome: 'malformed', fault, reason: 'odd', bytes: new Uint8Array(), isWhole: true, fetchedAt };
}

test('uses a found object, and does not repeat a wrong call', () => {
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

describe('limits, outages and refused keys are retried without limit and spend no attempt', () => {
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
