import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { startOperationSamples } from './samples.ts';

afterEach(() => void vi.useRealTimers());

test('retries every five seconds while PostgreSQL is unavailable, until it is stopped', async () => {
  vi.useFakeTimers();
  let tries = 0;
  const sampler = startOperationSamples({
    database: {
      query: () => {
        tries += 1;
        return Promise.reject(new Error('away'));
      },
    },
    queues: async () => [],
    oldestWaitingSeconds: async () => null,
    clickhouseBytes: async () => 0,
    freeDiskBytes: async () => 0,
    leads: () => true,
    log: pino({ level: 'silent' }),
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(10_001);
  expect(tries).toBe(4);
  await sampler.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(4);
});
