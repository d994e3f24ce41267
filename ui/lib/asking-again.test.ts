import { expect, test } from 'vitest';

import { ApiProblem } from './api-problem.ts';
import { askAgainDelay, shouldAskAgain } from './asking-again.ts';

const problem = (status: number | undefined, retryAfterMs?: number) =>
  new ApiProblem({ code: 'unavailable', title: 'x', status, retryAfterMs });

test.each([
  ['no answer', problem(undefined), true],
  ['some other error', new Error('x'), true],
  ['refused for what it is', problem(400), false],
  ['broken inside', problem(500), false],
  ['busy', problem(503), true],
  ['out of upstream budget', problem(502), true],
  ['without an API key', problem(424), false],
  ['busy for five seconds', problem(503, 5_000), true],
  ['too often, a moment left', problem(429, 10_000), true],
  ['too often, longer than a silent page may wait', problem(429, 11_000), false],
])('%s', (_, error, isAsked) => {
  expect(shouldAskAgain(0, error)).toBe(isAsked);
  expect(shouldAskAgain(1, error)).toBe(false);
});

test('waits as long as the server asks, or a second', () => {
  expect(askAgainDelay(0, problem(503, 5_000))).toBe(5_000);
  expect(askAgainDelay(0, problem(503))).toBe(1_000);
});
