import { expect, test } from 'vitest';

import { ApiProblem } from '../../../lib/api-problem.ts';
import { hasMoreThan, isMoving, nextAsking } from './following.ts';

const running = {
  state: 'fetching' as const,
  isRunning: true,
  uncounted: 3,
  progress: { total: 100, done: 40, unfetchable: 1, wanted: 59 },
};
const done = {
  state: 'done' as const,
  isRunning: false,
  uncounted: 0,
  progress: { total: 100, done: 99, unfetchable: 1, wanted: 0 },
};

test.each([
  ['a game was counted', { ...running, uncounted: 2 }],
  ['a game was stored and counted', { ...running, progress: { ...running.progress, done: 41 } }],
  ['it came to its end', { ...running, isRunning: false }],
  ['its state changed', { ...running, state: 'failed' as const }],
  ['the list became longer', { ...running, progress: { ...running.progress, total: 101 } }],
])('there is more to see when %s', (_, told) => {
  expect(hasMoreThan(told, running)).toBe(true);
});

test('a game that is stored and not counted yet is nothing to see', () => {
  const stored = { ...running, uncounted: 4, progress: { ...running.progress, done: 41, wanted: 58 } };

  expect(hasMoreThan(stored, running)).toBe(false);
});

test('something is to come while it runs, while games are wanted or uncounted', () => {
  expect(isMoving(done)).toBe(false);
  expect(isMoving(running)).toBe(true);
  expect(isMoving({ ...done, uncounted: 1 })).toBe(true);
  expect(isMoving({ ...done, progress: { ...done.progress, wanted: 1 } })).toBe(true);
});

const problem = (status: number, retryAfterMs?: number) =>
  new ApiProblem({ code: 'unavailable', title: 'x', status, retryAfterMs });

test.each([
  ['a server that says when', problem(503, 3_000), 3_000],
  ['an upstream that does not answer', problem(502, 3_000), 3_000],
  ['a server without a valid API key', problem(424), 10_000],
  ['a server that does not', problem(429), 10_000],
  ['an unknown player', problem(404), false],
  ['a bug', new Error('x'), false],
])('without an answer from %s it is asked again as fits', (_, error, expected) => {
  expect(nextAsking({ data: undefined, error }, true)).toBe(expected);
  const finding = { collection: { ...running, state: 'finding' as const } };
  expect(nextAsking({ data: finding, error }, true)).toBe(expected);
});

test('without a feed a collection that moves is asked for, and one that stands is not', () => {
  expect(nextAsking({ data: { collection: running }, error: null }, false)).toBe(4_000);
  expect(nextAsking({ data: { collection: running }, error: null }, true)).toBe(false);
  expect(nextAsking({ data: { collection: done }, error: problem(503) }, false)).toBe(false);
});
