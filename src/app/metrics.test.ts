import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createLimiterMetrics, exposeBudgets } from '#/upstream/limiter.ts';
import { createJobMetrics, exposeQueues } from './metrics.ts';

test('exports ends, durations and queues', async () => {
  const registry = new Registry();
  const count = createJobMetrics(registry);
  exposeQueues(registry, async () => [
    { kind: 'lol/sync-account', waiting: 3, delayed: 1, active: 2, deadLettered: 4 },
  ]);
  count({
    kind: 'lol/sync-account',
    outcome: 'done',
    durationMs: 1_500,
  });
  const text = await registry.metrics();
  expect(text).toContain('gamekeeper_job_ends_total{kind="lol/sync-account",outcome="done"} 1');
  expect(text).toContain('gamekeeper_job_duration_seconds_sum{kind="lol/sync-account"} 1.5');
  for (const [state, jobs] of Object.entries({ waiting: 3, delayed: 1, active: 2, failed: 4 }))
    expect(text).toContain(`gamekeeper_jobs{kind="lol/sync-account",state="${state}"} ${jobs}`);
});

test('queues that cannot be read have no value, and the rest is exported', async () => {
  const registry = new Registry();
  createJobMetrics(registry);
  exposeQueues(registry, async () => {
    throw new Error('PostgreSQL is away');
  });
  const text = await registry.metrics();
  expect(text).not.toContain('gamekeeper_jobs{');
  expect(text).toContain('gamekeeper_job_ends_total');
});

test('exports waits, refusals and budgets', async () => {
  const registry = new Registry();
  const observe = createLimiterMetrics(registry);
  const window = { limit: 100, spanMs: 120_000, used: 40, closesInMs: 5 };
  exposeBudgets(registry, {
    views: () => [
      {
        keyId: 'k',
        host: 'europe',
        scopes: [
          { method: null, blockedForMs: 0, windows: [window] },
          { method: 'match', blockedForMs: 0, windows: [{ ...window, limit: 250, used: 7 }] },
        ],
      },
    ],
  });
  const call = { keyId: 'k', host: 'europe', method: 'match', lane: 'person' } as const;
  observe.granted(call, 1_500);
  observe.refused(call, 'service');
  const text = await registry.metrics();

  expect(text).toContain('gamekeeper_upstream_wait_seconds_sum{host="europe",lane="person"} 1.5');
  expect(text).toContain('gamekeeper_upstream_refusals_total{host="europe",method="match",by="service"} 1');
  expect(text).toContain('gamekeeper_upstream_budget_used{key="k",host="europe",method="",window="120s"} 40');
  expect(text).toContain(
    'gamekeeper_upstream_budget_limit{key="k",host="europe",method="match",window="120s"} 250',
  );
});
