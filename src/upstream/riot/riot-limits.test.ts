import { expect, test } from 'vitest';
import { readRiotLimits } from './riot-limits.ts';

const NOON = new Date('2026-11-15T12:00:00Z');
const SAID = {
  'x-app-rate-limit': '20:1,100:120',
  'x-app-rate-limit-count': '21:1,77:120',
  'x-method-rate-limit': '250:10',
  'x-method-rate-limit-count': '9:10',
};

test('limits and counts of both scopes are read from every answer', () => {
  expect(readRiotLimits(200, SAID, NOON)).toEqual({
    app: {
      limits: [
        { limit: 20, spanMs: 1_000 },
        { limit: 100, spanMs: 120_000 },
      ],
      counts: new Map([
        [1_000, 21],
        [120_000, 77],
      ]),
    },
    method: { limits: [{ limit: 250, spanMs: 10_000 }], counts: new Map([[10_000, 9]]) },
  });
});

test('an answer that says nothing, or nonsense, says nothing', () => {
  const silent = { limits: [], counts: new Map() };

  expect(readRiotLimits(503, {}, NOON)).toEqual({ app: silent, method: silent });
  expect(readRiotLimits(200, { 'x-app-rate-limit': 'plenty', 'retry-after': '9' }, NOON)).toEqual({
    app: silent,
    method: silent,
  });
});

test.each([
  ['Application', 'application'],
  [' method ', 'method'],
  ['service', 'service'],
  ['galaxy', 'service'],
  [undefined, 'service'],
])('a 429 of the type %j is a refusal by the %s', (type, by) => {
  const reading = readRiotLimits(429, { ...SAID, 'x-rate-limit-type': type, 'retry-after': '7' }, NOON);

  expect(reading.refusal).toEqual({ by, retryAfterMs: 7_000 });
  expect(reading.method.limits).toHaveLength(1);
});

test.each([
  ['0', 0],
  // Of a header that came twice the first counts.
  [['21', '9'], 21_000],
  ['99999999999', 3_600_000],
  ['Sun, 15 Nov 2026 12:00:03 GMT', 3_000],
  ['soon', undefined],
  ['-1', undefined],
  [undefined, undefined],
])('a 429 with Retry-After %j is told as %j ms', (retryAfter, retryAfterMs) => {
  expect(readRiotLimits(429, { 'retry-after': retryAfter }, NOON).refusal?.retryAfterMs).toBe(retryAfterMs);
});
