import { expect, test } from 'vitest';
import { readDayLimit, readMinuteLimit } from './api-football-quota.ts';

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

test.each([
  [{}, null, null, undefined],
  [{ 'x-ratelimit-limit': 'many', 'x-ratelimit-requests-limit': '1e9' }, null, null, undefined],
  [{ 'x-ratelimit-limit': '0', 'x-ratelimit-requests-limit': '0' }, null, null, undefined],
  [{ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '-3' }, 10, null, undefined],
  [{ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '12' }, 10, null, 0],
])('of %j nothing is told that is missing or makes no sense', (headers, minute, day, count) => {
  const { limits, counts } = readMinuteLimit(200, headers, NOW).app;
  expect([limits[0]?.limit ?? null, counts.get(60_000)]).toEqual([minute, count]);
  expect(readDayLimit(headers).limit).toBe(day);
});

test('a refusal rests for as long as it says, or for a minute and a little', () => {
  expect(readMinuteLimit(429, {}, NOW).refusal).toEqual({ by: 'application', retryAfterMs: 65_000 });
  expect(readMinuteLimit(429, { 'retry-after': '7' }, NOW).refusal).toMatchObject({ retryAfterMs: 7_000 });
});
