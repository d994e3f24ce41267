import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApiKeys, PRACTICE_KEYS, type ApiKey } from './api-keys.ts';
import { createGate, createRateWindows, parseRateLimits } from './rate-windows.ts';
import { rateLimitHeaders } from './riot-edge.ts';

test('changed limits keep the counts of windows of the same length', () => {
  const windows = createRateWindows(parseRateLimits('20:1,100:120'));
  windows.count(0);
  windows.count(1);
  windows.setLimits(parseRateLimits('2:1,5:60'));

  expect(windows.limitHeader()).toBe('2:1,5:60');
  expect(windows.count(2)).toBe(1000);
  expect(windows.countHeader()).toBe('3:1,1:60');
});

test.each(['', '20', '20:', ':1', '20:1,', '0:1', '20:0', '-1:1', '1.5:1', 'a:b', '20:1;100:120'])(
  'limits written as %j are refused with what was expected',
  (text) => {
    expect(() => parseRateLimits(text)).toThrow(/expected calls:seconds/);
  },
);

/** The slowest way to know: play the whole past again, window by window, for every call. */
function replay(calls: readonly number[], { limit, seconds }: { limit: number; seconds: number }) {
  const lengthMs = seconds * 1000;
  let rest = [...calls];
  for (;;) {
    const opened = rest[0] ?? 0;
    const later = rest.filter((at) => at >= opened + lengthMs);
    if (later.length === 0)
      return { count: rest.length, isOverfull: rest.length > limit, endsAt: opened + lengthMs };
    rest = later;
  }
}

function replayAll(calls: readonly { readonly at: number }[], limits: string) {
  const times = calls.map(({ at }) => at);
  return parseRateLimits(limits).map((limit) => Object.assign(replay(times, limit), limit));
}

const limitList = fc
  .uniqueArray(
    fc.record({ limit: fc.integer({ min: 1, max: 6 }), seconds: fc.integer({ min: 1, max: 12 }) }),
    {
      minLength: 1,
      maxLength: 3,
      selector: ({ seconds }) => seconds,
    },
  )
  .map((limits) => limits.map(({ limit, seconds }) => `${limit}:${seconds}`).join(','));

const METHODS = ['tft-match-v1.getMatch', 'tft-league-v1.getMasterLeague'] as const;
const HOSTS = ['europe', 'euw1'];

test('for any limits and any calls, counts, refusals and Retry-After are those of a replay of the whole past', () => {
  const call = fc.record({
    // Mostly close together, so that windows fill; sometimes exactly a whole second, to land on their edges.
    afterMs: fc.oneof(
      fc.integer({ min: 0, max: 300 }),
      fc.constantFrom(1000, 2000, 5000),
      fc.integer({ min: 0, max: 15_000 }),
      fc.double({ min: 0, max: 50, noNaN: true }),
    ),
    method: fc.constantFrom(...METHODS),
    host: fc.constantFrom(...HOSTS),
  });
  fc.assert(
    fc.property(
      limitList,
      limitList,
      fc.array(call, { minLength: 1, maxLength: 60 }),
      (application, method, calls) => {
        const keys = createApiKeys(1, 1, { application, method });
        const key = keys.find(PRACTICE_KEYS.tft) as ApiKey;
        const gate = createGate();
        const past: { at: number; host: string; method: string }[] = [];
        let now = 1_000_000;
        for (const each of calls) {
          now += each.afterMs;
          past.push({ at: now, host: each.host, method: each.method });
          const admission = gate.admit({ key, host: each.host, method: each.method, now });

          const ofHost = past.filter(({ host }) => host === each.host);
          const ofMethod = ofHost.filter((one) => one.method === each.method);
          const expectedApplication = replayAll(ofHost, application);
          const expectedMethod = replayAll(ofMethod, method);
          expect(rateLimitHeaders(admission)).toEqual([
            'X-App-Rate-Limit',
            application,
            'X-App-Rate-Limit-Count',
            expectedApplication.map(({ count, seconds }) => `${count}:${seconds}`).join(','),
            'X-Method-Rate-Limit',
            method,
            'X-Method-Rate-Limit-Count',
            expectedMethod.map(({ count, seconds }) => `${count}:${seconds}`).join(','),
          ]);
          const overApplication = expectedApplication.filter(({ isOverfull }) => isOverfull);
          const over =
            overApplication.length > 0
              ? overApplication
              : expectedMethod.filter(({ isOverfull }) => isOverfull);
          const refusedBy = overApplication.length > 0 ? 'application' : 'method';
          expect(admission.refusedBy).toBe(over.length > 0 ? refusedBy : null);
          // Whole seconds, enough to wait for, and not one more than needed.
          const waitMs = over.length > 0 ? Math.max(...over.map(({ endsAt }) => endsAt)) - now : 0;
          expect(admission.retryAfterSeconds).toBe(Math.ceil(waitMs / 1000));
        }
      },
    ),
    { numRuns: 100 },
  );
});
