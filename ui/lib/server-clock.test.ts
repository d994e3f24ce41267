import { expect, test } from 'vitest';

import { createManualTimers } from './manual-timers.ts';
import { createServerClock } from './server-clock.ts';

test('follows the server when the two clocks differ', () => {
  const timers = createManualTimers();
  const clock = createServerClock(timers);

  clock.setServerNow(timers.now() + 90_000);
  timers.advance(1_000);

  expect(clock.now()).toBe(timers.now() + 90_000);
});

test('ignores differences that the network explains', () => {
  const timers = createManualTimers();
  const clock = createServerClock(timers);

  clock.setServerNow(timers.now() - 2_000);

  expect(clock.now()).toBe(timers.now());
});

test('ticks every second for as long as anybody listens', () => {
  const timers = createManualTimers();
  const clock = createServerClock(timers);
  let ticks = 0;
  const stop = clock.onTick(() => (ticks += 1));

  timers.advance(3_000);
  expect(ticks).toBe(3);
  stop();

  expect(timers.pending()).toEqual([]);
});
