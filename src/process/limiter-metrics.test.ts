import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createLimiterMetrics, exposeBudgets } from './limiter-metrics.ts';

test('waits, refusals and budgets are there to be scraped', async () => {
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
