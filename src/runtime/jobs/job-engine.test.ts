import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepWorkersAlive } from './job-engine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('dead workers are looked for only after PostgreSQL has answered for a whole lease', async () => {
  let isAway = false;
  let looks = 0;
  const stop = new AbortController();
  const loops = keepWorkersAlive({
    boss: { supervise: async () => void (looks += 1), getQueues: async () => [] },
    database: { query: async () => (isAway ? Promise.reject(new Error('away')) : []) },
    workers: new Map([['test/kind', { beat: async () => undefined, wake: () => undefined }]]),
    log: pino({ level: 'silent' }),
    stop: stop.signal,
    now: () => vi.getMockedSystemTime()?.getTime() ?? 0,
  });

  await vi.advanceTimersByTimeAsync(9_000);
  expect(looks).toBe(0);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(looks).toBeGreaterThan(0);

  isAway = true;
  await vi.advanceTimersByTimeAsync(4_000);
  isAway = false;
  looks = 0;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(looks).toBe(0);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(looks).toBeGreaterThan(0);

  stop.abort();
  await Promise.all(loops);
});
