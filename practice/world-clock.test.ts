import { expect, test } from 'vitest';
import { createWorldClock } from './world-clock.ts';

test('a stepped clock stands still until it is moved', () => {
  const clock = createWorldClock({ mode: 'stepped', startAt: 1000 });

  expect([clock.now(), clock.now()]).toEqual([1000, 1000]);
  clock.advance(250);
  clock.advance(0);
  expect(clock.now()).toBe(1250);
});

test('an accelerated clock begins where it is told and cannot be moved', () => {
  const startedAt = Date.now() - 2000;
  const clock = createWorldClock({ mode: 'accelerated', speed: 60, startAt: 5_000_000, startedAt });

  expect(clock.now()).toBeGreaterThanOrEqual(5_000_000 + 2000 * 60);
  expect(() => clock.advance(1)).toThrow('accelerated');
});
