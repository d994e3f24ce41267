import { expect, test } from 'vitest';
import type { Outcome, Unavailable } from './outcome.ts';
import { DEFAULT_RETRY_LIMITS, withRetries, type RetryLimits } from './retry.ts';

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

test('an outage is told after the last try', async () => {
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
