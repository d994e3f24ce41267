import { expect, test } from 'vitest';
import { createWorldClock } from './world-clock.ts';

test('a stepped clock stands still until it is moved', () => {
  const clock = createWorldClock({ mode: 'stepped', startAt: 1000 });

  expect([clock.now(), clock.now()]).toEqual([1000, 1000]);
  clock.advance(250);
  clock.advance(0);
  expect(clock.now()).toBe(1250);
});

test('an accelerated clock begins where it is told, runs at its speed and cannot be moved', () => {
  const speed = 1000;
  const outerFrom = performance.now();
  const clock = createWorldClock({ mode: 'accelerated', speed, startAt: 5_000_000 });
  const innerFrom = performance.now();
  while (performance.now() < innerFrom + 3);

  const innerMs = performance.now() - innerFrom;
  const shown = clock.now();
  const outerMs = performance.now() - outerFrom;
  expect(shown).toBeGreaterThanOrEqual(Math.floor(5_000_000 + innerMs * speed));
  expect(shown).toBeLessThanOrEqual(5_000_000 + outerMs * speed);
  expect(() => clock.advance(1)).toThrow('accelerated');
});

test('an accelerated clock goes on where another one ended, as if it had run all the time', () => {
  const startedAt = Date.now() - 2000;
  const clock = createWorldClock({ mode: 'accelerated', speed: 60, startAt: 5_000_000, startedAt });
  const least = 5_000_000 + 2000 * 60;

  expect(clock.now()).toBeGreaterThanOrEqual(least);
  expect(clock.now()).toBeLessThanOrEqual(least + (Date.now() - startedAt - 2000 + 1) * 60);
});
