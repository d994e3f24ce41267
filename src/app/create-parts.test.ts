import { expect, test } from 'vitest';
import type { Shutdown } from '#/runtime/shutdown.ts';
import { stopJobsAtShutdown } from './create-parts.ts';

test('running jobs get SHUTDOWN_SECONDS to end, and their step four seconds more', async () => {
  const steps: {
    readonly name: string;
    readonly stop: () => Promise<void> | void;
    readonly maxMs?: number;
  }[] = [];
  const shutdown: Shutdown = {
    onStop: (name, stop, maxMs) => void steps.push({ name, stop, ...(maxMs !== undefined && { maxMs }) }),
    run: async () => undefined,
  };
  const stops: { readonly graceMs: number }[] = [];
  const jobs = { stop: async (options: { readonly graceMs: number }) => void stops.push(options) };

  stopJobsAtShutdown({ config: { SHUTDOWN_SECONDS: 7 }, shutdown, jobs });
  expect(steps).toMatchObject([{ name: 'jobs', maxMs: 11_000 }]);
  expect(stops).toEqual([]);
  await steps[0]?.stop();
  expect(stops).toEqual([{ graceMs: 7_000 }]);
});
