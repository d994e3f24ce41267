import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createJobMetrics, exposeQueues } from './job-metrics.ts';

test('ends, durations and queues are there to be scraped', async () => {
  const registry = new Registry();
  const count = createJobMetrics(registry);
  exposeQueues(registry, async () => [
    { kind: 'lol/sync-account', waiting: 3, delayed: 1, active: 2, deadLettered: 4 },
  ]);
  count({
    kind: 'lol/sync-account',
    key: null,
    runName: null,
    outcome: 'done',
    attempts: 1,
    durationMs: 1_500,
    reason: null,
    endedAt: '2026-11-15T12:00:00Z',
  });
  const text = await registry.metrics();
  expect(text).toContain('gamekeeper_job_ends_total{kind="lol/sync-account",outcome="done"} 1');
  expect(text).toContain('gamekeeper_job_duration_seconds_sum{kind="lol/sync-account"} 1.5');
  for (const [state, jobs] of Object.entries({ waiting: 3, delayed: 1, active: 2, failed: 4 }))
    expect(text).toContain(`gamekeeper_jobs{kind="lol/sync-account",state="${state}"} ${jobs}`);
});

test('queues that cannot be read have no numbers, and everything else is told', async () => {
  const registry = new Registry();
  createJobMetrics(registry);
  exposeQueues(registry, async () => {
    throw new Error('PostgreSQL is away');
  });
  const text = await registry.metrics();
  expect(text).not.toContain('gamekeeper_jobs{');
  expect(text).toContain('gamekeeper_job_ends_total');
});
