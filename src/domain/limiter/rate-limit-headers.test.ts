import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCounts, parseLimits, parseRetryAfterMs } from './rate-limit-headers.ts';

test.each([
  [
    '20:1,100:120',
    [
      { limit: 20, spanMs: 1_000 },
      { limit: 100, spanMs: 120_000 },
    ],
  ],
  [
    ' 100:120 , 20:1 ',
    [
      { limit: 20, spanMs: 1_000 },
      { limit: 100, spanMs: 120_000 },
    ],
  ],
  ['20:1,nonsense,5', [{ limit: 20, spanMs: 1_000 }]],
  ['0:10,10:0', []],
  ['1:10', [{ limit: 1, spanMs: 10_000 }]],
  ['99999999999:1', []],
  ['', []],
  [undefined, []],
])('the limits %j are read as %j', (header, limits) => {
  expect(parseLimits(header)).toEqual(limits);
});

test('counts are found by their span, and may be above the limit', () => {
  expect([...parseCounts('21:1,0:120')]).toEqual([
    [1_000, 21],
    [120_000, 0],
  ]);
});

const NOON = new Date('2026-11-15T12:00:00Z');

test.each([
  ['7', 7_000],
  ['0', 0],
  ['1000000000', 3_600_000],
  ['Sun, 15 Nov 2026 12:00:09 GMT', 9_000],
  ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
  ['-3', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is read as %j ms', (header, ms) => {
  expect(parseRetryAfterMs(header, NOON)).toBe(ms);
});

test('no text makes them throw, or believe in less than nothing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const wait = parseRetryAfterMs(text, NOON) ?? 0;
      const spans = parseLimits(text).map(({ spanMs, limit }) => spanMs * limit);
      return wait >= 0 && spans.every((product) => product > 0) && parseCounts(text).size <= 10;
    }),
  );
});
