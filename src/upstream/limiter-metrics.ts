/** How long calls wait for a permit, how much of each budget is used, and how often an upstream refused, for Prometheus. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { LimiterObserver } from './limiter/host-limiter.ts';
import type { SharedLimiter } from './limiter/shared-limiter.ts';

/** What it hears it tells `next` too. */
export function createLimiterMetrics(registry: Registry, next?: LimiterObserver): LimiterObserver {
  const registers = [registry];
  const waits = new Histogram({
    name: 'gamekeeper_upstream_wait_seconds',
    help: 'How long calls waited in this process for a permit, by host and lane.',
    labelNames: ['host', 'lane'],
    buckets: [0.001, 0.01, 0.1, 1, 10, 60, 300],
    registers,
  });
  const refusals = new Counter({
    name: 'gamekeeper_upstream_refusals_total',
    help: 'Answers 429 that this process got, by host, method and what refused.',
    labelNames: ['host', 'method', 'by'],
    registers,
  });
  return {
    granted(call, waitedMs) {
      const { host, lane } = call;
      waits.observe({ host, lane }, waitedMs / 1000);
      next?.granted(call, waitedMs);
    },
    refused(call, by) {
      const { host, method } = call;
      refusals.inc({ host, method, by });
      next?.refused(call, by);
    },
  };
}

/** Read when they are asked for: a budget changes more often than anybody looks. */
export function exposeBudgets(registry: Registry, limiter: Pick<SharedLimiter, 'views'>): void {
  const labelNames = ['key', 'host', 'method', 'window'] as const;
  const gauge = (name: string, help: string, read: (window: { limit: number; used: number }) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const { keyId, host, scopes } of limiter.views())
          for (const { method, windows } of scopes)
            for (const window of windows)
              this.set(
                { key: keyId, host, method: method ?? '', window: `${window.spanMs / 1000}s` },
                read(window),
              );
      },
    });
  gauge(
    'gamekeeper_upstream_budget_limit',
    'Calls that a window allows, by key, host and method (empty: the application).',
    ({ limit }) => limit,
  );
  gauge(
    'gamekeeper_upstream_budget_used',
    'Calls of the window that are used, as this process last saw it.',
    ({ used }) => used,
  );
}
