/**
 * The limiter of all upstream calls: one budget per API key and host (src/domain/limiter/budget.ts), shared by all processes, and its metrics.
 */
import type { Logger } from 'pino';
import type { BudgetView } from '#/domain/limiter/budget.ts';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import type { PostgresConnection } from '#/runtime/postgres/database.ts';
import { createHeldConnection } from '#/runtime/postgres/session.ts';
import { PERMIT_CHANNEL, toHint, type BudgetName, type ChangeBudget } from './permit.ts';
import { createHostLimiter, type HostLimiter, type LimiterObserver } from './host-limiter.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface SharedLimiterOptions {
  readonly connection: PostgresConnection;
  readonly change: ChangeBudget;
  readonly log: Logger;
  readonly observe: LimiterObserver;
}

export interface SharedLimiter extends Limiter {
  /** The budgets that this process has used, as last read. */
  views(): readonly (BudgetName & { readonly scopes: BudgetView })[];
  stop(): Promise<void>;
}

export function createSharedLimiter({ connection, ...options }: SharedLimiterOptions): SharedLimiter {
  const hosts = new Map<string, { readonly name: BudgetName; readonly limiter: HostLimiter }>();
  const hints = createHeldConnection({
    connection,
    applicationName: 'gamekeeper permits',
    log: options.log,
    beatMs: 10_000,
    async onOpen(session) {
      await session.query(`listen ${PERMIT_CHANNEL}`);
    },
    async onBeat(session) {
      await session.query('select 1');
    },
    onNotice: (hint) => hosts.get(hint)?.limiter.hint(),
  });
  const limiterOf = ({ keyId, host }: BudgetName): HostLimiter => {
    const name = { keyId, host };
    const hint = toHint(name);
    const known = hosts.get(hint) ?? { name, limiter: createHostLimiter({ ...options, name }) };
    hosts.set(hint, known);
    return known.limiter;
  };
  return {
    acquire(call) {
      hints.start();
      return limiterOf(call).acquire(call);
    },
    views: () =>
      [...hosts.values()].flatMap(({ name, limiter }) => {
        const scopes = limiter.view();
        return scopes === undefined ? [] : [{ ...name, scopes }];
      }),
    async stop() {
      await Promise.all([...hosts.values()].map(({ limiter }) => limiter.stop()));
      await hints.stop();
    },
  };
}

/** Passes everything on to `next`. */
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
    help: 'Answers 429 to this process, by host, method and what refused.',
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

/** Collected at each scrape. */
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
