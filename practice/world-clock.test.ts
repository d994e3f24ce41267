import { afterEach, expect, test, vi } from 'vitest';
import { createWorldClock } from './world-clock.ts';

afterEach(() => void vi.useRealTimers());

test('a stepped clock stands still until it is moved', () => {
  const clock = createWorldClock({ mode: 'stepped', startAt: 1000 });

  expect([clock.now(), clock.now()]).toEqual([1000, 1000]);
  clock.advance(250);
  clock.advance(0);
  expect(clock.now()).toBe(1250);
});

test('an accelerated clock begins at its setting and cannot be moved', () => {
  vi.useFakeTimers({ now: 10_000, toFake: ['Date', 'performance'] });
  const startedAt = 8_000;
  const clock = createWorldClock({ mode: 'accelerated', speed: 60, startAt: 5_000_000, startedAt });

  expect(clock.now()).toBe(5_000_000 + 2_000 * 60);
  vi.advanceTimersByTime(100);
  expect(clock.now()).toBe(5_000_000 + 2_100 * 60);
  expect(() => clock.advance(1)).toThrow('accelerated');
});
