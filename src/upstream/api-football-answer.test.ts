import { expect, test } from 'vitest';
import { findUpstreamError } from './api-football-answer.ts';

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
])('%s: %j', (type, errors) => {
  expect(findUpstreamError(errors)).toMatchObject({ type });
});

test.each([[[]], [{}], [null], [undefined]])('%j is no error', (errors) => {
  expect(findUpstreamError(errors)).toBeNull();
});

test('of several, the one that no waiting mends is told, shortly and on one line', () => {
  const token = `a\n\u0000b ${'x'.repeat(5_000)}`;
  expect(findUpstreamError({ rateLimit: 'x', bug: 'y', token })).toEqual({
    type: 'token',
    message: `a b ${'x'.repeat(196)}`,
  });
});
