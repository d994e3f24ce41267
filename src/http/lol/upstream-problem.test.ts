import { expect, test } from 'vitest';
import type { CallFailure } from '#/upstream/retry.ts';
import { HttpProblem } from '../problems.ts';
import { platformIn, toUpstreamProblem } from './upstream-problem.ts';

const FAILURES: readonly (readonly [CallFailure, number, string])[] = [
  [
    { outcome: 'forbidden', reason: 'noKey', status: null, message: 'no key' },
    424,
    'upstream-not-configured',
  ],
  [
    { outcome: 'forbidden', reason: 'unknownKey', status: 401, message: 'Unknown apikey' },
    424,
    'upstream-not-configured',
  ],
  [{ outcome: 'rateLimited', retryAfterMs: 6_500 }, 502, 'upstream-unavailable'],
  [{ outcome: 'unavailable', reason: 'timeout', detail: 'took too long' }, 502, 'upstream-unavailable'],
  [{ outcome: 'unavailable', reason: 'stopped', detail: 'stopped' }, 503, 'unavailable'],
  [{ outcome: 'rejected', reason: 'badRequest', status: 400, message: 'bad' }, 502, 'upstream-unavailable'],
];

test.each(FAILURES)('a failed call %j is answered %d', (failure, status, code) => {
  const problem = toUpstreamProblem(failure);
  expect(problem).toMatchObject({ status, code });
  // A missing key is not a matter of time.
  expect(problem.headers['retry-after'] !== undefined).toBe(status !== 424);
  expect(problem.detail).not.toMatch(/apikey|took too long|bad$/);
});

test('the client is told how long the upstream wants us to wait', () => {
  expect(toUpstreamProblem({ outcome: 'rateLimited', retryAfterMs: 6_500 }).headers['retry-after']).toBe('7');
});

test('a platform is read in any case, may be missing, and is refused when there is no such', () => {
  expect(platformIn('EUW1')).toBe('euw1');
  expect(platformIn(undefined)).toBeUndefined();
  expect(() => platformIn('moon1')).toThrow(HttpProblem);
});
