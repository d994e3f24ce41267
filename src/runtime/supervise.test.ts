import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce, supervise, untilAvailable } from './supervise.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('repeats a run after its pause, or after the pause that the run returned, until stopped', async () => {
  const pauses = [undefined, 10, undefined];
  let runs = 0;
  const running = supervise(async () => pauses[runs++], { everyMs: 1_000, onError: () => undefined });
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(10);
  expect(runs).toBe(3);
  await running.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(3);
});

test('an error is reported and ends only its run', async () => {
  const errors: unknown[] = [];
  const fail = () => Promise.reject(new Error('away'));
  const running = supervise(fail, { everyMs: 100, onError: (error) => errors.push(error) });
  await vi.advanceTimersByTimeAsync(150);
  expect(errors).toEqual([new Error('away'), new Error('away')]);
  await running.stop();
});

test('a stop waits for the current run, which sees the signal', async () => {
  const ends: string[] = [];
  const running = supervise(
    (stopping) =>
      new Promise<void>((resolve) => {
        stopping.addEventListener('abort', () => {
          ends.push('run');
          resolve();
        });
      }),
    { everyMs: 0, onError: () => undefined },
  );
  await running.stop();
  ends.push('stop');
  expect(ends).toEqual(['run', 'stop']);
});

test('waits through outages only, and until it is stopped', async () => {
  const stopping = new AbortController();
  const errors = [new Error('outage'), new Error('outage')];
  const work = async () => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    return 'ready';
  };
  const isOutage = (error: unknown): boolean => error instanceof Error && error.message === 'outage';
  const options = { what: 'a store', isOutage, log: pino({ level: 'silent' }), signal: stopping.signal };
  const ready = untilAvailable(work, options);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ready).toBe('ready');

  errors.push(new Error('a bug'));
  await expect(untilAvailable(work, options)).rejects.toThrow('a bug');
  stopping.abort(new Error('stopped'));
  await expect(untilAvailable(work, options)).rejects.toThrow('stopped');
});

test('combines calls within the delay, and drops them at the stop', async () => {
  let calls = 0;
  const combined = coalesce(() => void calls++, 1_000);
  for (let call = 0; call < 3; call++) combined.ask();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toBe(1);
  combined.ask();
  combined.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toBe(1);
});
