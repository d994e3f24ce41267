import { expect, test } from 'vitest';
import { findUpstreamError, readDayLimit, readMinuteLimit } from './api-football-answer.ts';

test.each([
  ['rateLimit', { rateLimit: 'Too many requests. Your rate limit is 10 requests per minute.' }],
  ['requests', { requests: 'You have reached the request limit for the day, Go to … to upgrade your plan.' }],
  [
    'token',
    { token: 'Error/Missing application key. Go to … to learn how to get your API application key.' },
  ],
  ['access', { access: 'Your account is suspended, check on …' }],
  ['access', { Ip: 'This IP is not allowed to call the API, check the list of allowed IPs …' }],
  ['plan', { plan: 'Free plans do not have access to this season, try from 2021 to 2023.' }],
  ['parameter', { ids: 'The Ids field may only contain …' }],
  ['bug', { time: '2026-11-14', bug: 'This is on our side, please report us this bug', report: 'fixtures' }],
  ['unknown', { weather: 'it rains' }],
  ['unknown', 'something'],
  ['unknown', [5]],
  ['requests', ['You have reached the request limit for the day']],
  ['rateLimit', { other: 'Too many requests' }],
  ['access', { other: 'You are not subscribed to this API.' }],
])('%s: %j', (kind, errors) => {
  expect(findUpstreamError(errors)).toMatchObject({ kind });
});

test.each([[[]], [{}], [null], [undefined]])('%j is no error', (errors) => {
  expect(findUpstreamError(errors)).toBeNull();
});

test('of several errors, returns the one that waiting does not cure, short and on one line', () => {
  const token = `a\n\u0000b ${'x'.repeat(5_000)}`;
  expect(findUpstreamError({ rateLimit: 'x', bug: 'y', token })).toEqual({
    kind: 'token',
    message: `a b ${'x'.repeat(196)}`,
  });
});

const NOW = new Date('2026-11-14T15:00:00Z');
const DAY = { 'x-ratelimit-requests-limit': '7500', 'x-ratelimit-requests-remaining': '7400' };

test('the plain names are about the minute, those with "requests" about the day', () => {
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
])('ignores what is missing or makes no sense in %j', (headers, minute, day, count) => {
  const { limits, counts } = readMinuteLimit(200, headers, NOW).app;
  expect([limits[0]?.limit ?? null, counts.get(60_000)]).toEqual([minute, count]);
  expect(readDayLimit(headers).limit).toBe(day);
});

test('a refusal lasts as long as it says, or a little over a minute', () => {
  expect(readMinuteLimit(429, {}, NOW).refusal).toEqual({ by: 'application', retryAfterMs: 65_000 });
  expect(readMinuteLimit(429, { 'retry-after': '7' }, NOW).refusal).toMatchObject({ retryAfterMs: 7_000 });
});
