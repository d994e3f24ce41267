import { expect, test } from 'vitest';
import { readDayLimit, readMinuteLimit } from './quota-headers.ts';

const NOW = new Date('2026-11-14T15:00:00Z');
const DAY = { 'x-ratelimit-requests-limit': '7500', 'x-ratelimit-requests-remaining': '7400' };

test('the plain names are of the minute, those with "requests" of the day', () => {
  const headers = { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '298', ...DAY };
  expect(readMinuteLimit(200, headers, NOW)).toEqual({
    app: { limits: [{ limit: 300, spanMs: 60_000 }], counts: new Map([[60_000, 2]]) },
    method: { limits: [], counts: new Map() },
  });
  expect(readDayLimit(headers)).toEqual({ limit: 7_500, remaining: 7_400 });
});

test('what is missing or makes no sense is not told', () => {
  const odd = {
    'x-ratelimit-limit': 'many',
    'x-ratelimit-remaining': '-3',
    'x-ratelimit-requests-limit': '1e9',
  };
  for (const headers of [{}, odd]) {
    expect(readMinuteLimit(200, headers, NOW).app.limits).toEqual([]);
    expect(readDayLimit(headers)).toEqual({ limit: null, remaining: null });
  }
  expect(readMinuteLimit(200, { 'x-ratelimit-limit': '10' }, NOW).app.counts).toEqual(new Map());
  expect(readMinuteLimit(200, { 'x-ratelimit-limit': '0' }, NOW).app.limits).toEqual([]);
  expect(readDayLimit({ 'x-ratelimit-requests-limit': '0' })).toMatchObject({ limit: null });
  expect(
    readMinuteLimit(200, { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '12' }, NOW).app.counts,
  ).toEqual(new Map([[60_000, 0]]));
});

test('a refusal rests for as long as it says, or for a minute and a little', () => {
  expect(readMinuteLimit(429, {}, NOW).refusal).toEqual({ by: 'application', retryAfterMs: 65_000 });
  expect(readMinuteLimit(429, { 'retry-after': '7' }, NOW).refusal).toMatchObject({ retryAfterMs: 7_000 });
});
