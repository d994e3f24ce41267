import { expect, test } from 'vitest';
import type { CallFailure } from '#/jobs/games/call-failure.ts';
import { HttpProblem } from '../problems.ts';
import { platformIn, toUpstreamProblem } from './upstream-problem.ts';

const FAILURES: readonly CallFailure[] = [
  { outcome: 'forbidden', reason: 'noKey', status: null, message: 'no key' },
  { outcome: 'forbidden', reason: 'unknownKey', status: 401, message: 'Unknown apikey' },
  { outcome: 'rateLimited', retryAfterMs: 6_500 },
  { outcome: 'unavailable', reason: 'timeout', detail: 'took too long' },
  { outcome: 'rejected', reason: 'badRequest', status: 400, message: 'bad' },
];

test.each(FAILURES)(
  'a lookup that ends with $outcome is answered 503, and says nothing of our insides',
  (failure) => {
    const problem = toUpstreamProblem(failure);
    expect(problem).toMatchObject({ status: 503, reasons: ['riot'] });
    expect(Number(problem.headers['retry-after'])).toBeGreaterThan(0);
    expect(problem.detail).not.toMatch(/apikey|took too long|bad$/);
  },
);

test('the client is told how long the upstream wants us to wait', () => {
  expect(toUpstreamProblem({ outcome: 'rateLimited', retryAfterMs: 6_500 }).headers['retry-after']).toBe('7');
});

test('a platform is read in any case, may be missing, and is refused when there is no such', () => {
  expect(platformIn('EUW1')).toBe('euw1');
  expect(platformIn(undefined)).toBeUndefined();
  expect(() => platformIn('moon1')).toThrow(HttpProblem);
});
