/** What the routes are given in tests that are about something else: there is no work. */
import type { JobsAccess } from './jobs-access.ts';

export function createJobsAccessUnderTest(): JobsAccess {
  const totals = { waiting: 0, delayed: 0, active: 0, failed: 0, perMinute: 0, oldestWaitingSeconds: null };
  return {
    overview: async () => ({ now: '2026-01-02T03:04:05.678Z', minutes: 60, kinds: [], totals, log: [] }),
    failed: async () => ({ jobs: [], total: 0 }),
    retry: async () => undefined,
    discard: async () => undefined,
  };
}
