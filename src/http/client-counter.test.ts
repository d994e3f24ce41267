import { expect, test } from 'vitest';
import { createClientCounter } from './client-counter.ts';

test('a window begins with the first request of a client and ends for itself', () => {
  const clock = { now: 5_000 };
  const counter = createClientCounter(10, () => clock.now);
  expect(counter.add('a', 1_000)).toEqual({ current: 1, ttl: 1_000 });
  clock.now += 400;
  expect(counter.add('a', 1_000)).toEqual({ current: 2, ttl: 600 });
  expect(counter.add('b', 1_000)).toEqual({ current: 1, ttl: 1_000 });
  clock.now += 600;
  expect(counter.add('a', 1_000)).toEqual({ current: 1, ttl: 1_000 });
});

test('looking does not count', () => {
  const clock = { now: 0 };
  const counter = createClientCounter(10, () => clock.now);
  expect(counter.look('a', 1_000)).toEqual({ current: 0, ttl: 0 });
  counter.add('a', 1_000);
  clock.now = 1;
  expect(counter.look('a', 1_000)).toEqual({ current: 1, ttl: 999 });
  expect(counter.look('a', 1_000)).toEqual({ current: 1, ttl: 999 });
  clock.now = 1_000;
  expect(counter.look('a', 1_000)).toEqual({ current: 0, ttl: 0 });
});

test('of too many clients the one that was quiet for the longest is forgotten', () => {
  const counter = createClientCounter(2, () => 0);
  counter.add('a', 1_000);
  counter.add('b', 1_000);
  counter.add('a', 1_000);
  counter.add('c', 1_000);
  expect(['a', 'b', 'c'].map((client) => counter.look(client, 1_000).current)).toEqual([2, 0, 1]);
});
