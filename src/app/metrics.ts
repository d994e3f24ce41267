/**
 * Metrics of a process for Prometheus: its jobs, and what alerts need about the whole: parts, processes, disk space, quarantined bodies, and
 * the calls of all processes, because a worker has no address to be scraped at. Everything is read when it is scraped. What cannot
 * be read in time has no value, instead of an old one or a zero, so every metric here has a label; `gamekeeper_part_up` reports
 * that a store is down.
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { JobEnd, QueueRow, SystemStatus } from '#/contract/status.ts';
import { countQuarantined } from '#/match/quarantine.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { orElse } from '#/runtime/pause.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { readNewestReadings } from '#/runtime/postgres/operations.ts';
import { singleFlight } from '#/runtime/single-flight.ts';
import { readFootballDay, readUpstreamBudgets } from '#/upstream/permit.ts';

export interface OperationMetricsDeps {
  readonly status: () => Promise<SystemStatus>;
  readonly database: Queryable;
  /** Whether this process has a role that only one process may have at a time. */
  readonly leads: () => Readonly<Record<'scheduler' | 'projector', boolean>>;
  /** Null if no job waits. */
  readonly oldestWaitingSeconds: () => Promise<number | null>;
}

interface Line {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** An older sample says nothing about now. */
const FRESH_SECONDS = 120;

/** Returns a function that counts the end of a job in this process. */
export function createJobMetrics(
  registry: Registry,
): (end: Pick<JobEnd, 'kind' | 'outcome' | 'durationMs'>) => void {
  const ends = new Counter({
    name: 'gamekeeper_job_ends_total',
    help: 'Ends of job attempts in this process, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'gamekeeper_job_duration_seconds',
    help: 'How long job attempts took in this process, by kind.',
    labelNames: ['kind'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers: [registry],
  });
  return ({ kind, outcome, durationMs }) => {
    ends.inc({ kind, outcome });
    seconds.observe({ kind }, durationMs / 1000);
  };
}

export function exposeQueues(registry: Registry, readQueues: () => Promise<readonly QueueRow[]>): void {
  const gauge = metricsIn(registry, Gauge);
  gauge('gamekeeper_jobs', 'Jobs of all processes, by kind and state.', ['kind', 'state'], async () =>
    (await readQueues()).flatMap(({ kind, waiting, delayed, active, deadLettered }) =>
      Object.entries({ waiting, delayed, active, failed: deadLettered }).map(([state, value]) => ({
        labels: { kind, state },
        value,
      })),
    ),
  );
}

/** Age of the oldest waiting job in seconds; null if none waits. */
export async function readOldestWaiting(jobs: Pick<JobEngine, 'queues'>): Promise<number | null> {
  const waiting = (await jobs.queues()).flatMap(({ oldestWaitingSeconds }) => oldestWaitingSeconds ?? []);
  return waiting.length === 0 ? null : Math.max(...waiting);
}

export function exposeOperations(registry: Registry, deps: OperationMetricsDeps): void {
  exposeParts(registry, deps);
  exposeWork(registry, deps);
  exposeUpstreams(registry, deps.database);
}

/** All metrics of a scrape are collected concurrently, so those of one source share a read. */
function exposeParts(registry: Registry, deps: OperationMetricsDeps): void {
  const status = singleFlight(deps.status);
  const gauge = metricsIn(registry, Gauge);
  gauge('gamekeeper_part_up', 'Whether a part answers, as this process sees it.', ['part'], async () =>
    (await status()).parts.map(({ id, state }) => ({
      labels: { part: id },
      value: state === 'running' || state === 'degraded' ? 1 : 0,
    })),
  );
  gauge('gamekeeper_processes', 'Processes that live, by role.', ['role'], async () => {
    const { processes } = await status();
    return ['api', 'worker', 'projector', 'scheduler'].map((role) => ({
      labels: { role },
      value: processes.filter(({ roles }) => roles.includes(role)).length,
    }));
  });
  gauge('gamekeeper_leads', 'Whether this process does what only one may do at a time.', ['role'], async () =>
    Object.entries(deps.leads()).map(([role, leads]) => ({ labels: { role }, value: leads ? 1 : 0 })),
  );
  gauge('gamekeeper_disk_bytes', 'Room where this process keeps its data.', ['what'], async () => {
    const { disk } = await status();
    // Without a total it could not be read.
    if (disk.totalBytes === 0) return [];
    const sizes = { free: disk.freeBytes, total: disk.totalBytes, low: disk.lowBytes };
    return Object.entries(sizes).map(([what, value]) => ({ labels: { what }, value }));
  });
  gauge('gamekeeper_upstream_key_up', 'Whether an upstream takes our key.', ['upstream'], async () =>
    (await status()).upstreams
      .filter(({ key }) => key !== 'missing')
      .map(({ id, state }) => ({ labels: { upstream: id }, value: state === 'rejected' ? 0 : 1 })),
  );
}

function exposeWork(registry: Registry, { database, oldestWaitingSeconds }: OperationMetricsDeps): void {
  const gauge = metricsIn(registry, Gauge);
  gauge('gamekeeper_quarantined', 'What was put aside, of all processes.', ['source', 'kind'], async () =>
    (await countQuarantined(database)).map(({ source, kind, count }) => ({
      labels: { source, kind },
      value: count,
    })),
  );
  gauge('gamekeeper_oldest_job_seconds', 'How long the oldest job has been so.', ['state'], async () => [
    { labels: { state: 'waiting' }, value: (await oldestWaitingSeconds()) ?? 0 },
  ]);
  gauge('gamekeeper_stored_bytes', 'What is kept, as last sampled.', ['store'], async () =>
    (await readNewestReadings(database, FRESH_SECONDS))
      .filter(({ name }) => name === 'storage')
      .map(({ label, value }) => ({ labels: { store: label['store'] ?? '' }, value })),
  );
}

function exposeUpstreams(registry: Registry, database: Queryable): void {
  const budgets = singleFlight(() => readUpstreamBudgets(database));
  const gauge = metricsIn(registry, Gauge);
  const counter = metricsIn(registry, Counter);
  const place = ['upstream', 'host'] as const;
  gauge('gamekeeper_upstream_used_share', 'The fullest window of a host, 0 to 1.', place, async () =>
    (await budgets()).flatMap(({ upstream, host, scopes }) => {
      const shares = scopes.flatMap(({ windows }) => windows.map((one) => one.used / Math.max(1, one.limit)));
      return shares.length === 0 ? [] : [{ labels: { upstream, host }, value: Math.max(...shares) }];
    }),
  );
  gauge(
    'gamekeeper_upstream_day_calls',
    'Calls of this day, used and in all.',
    ['upstream', 'what'],
    async () => {
      const day = await readFootballDay(database);
      if (day === undefined) return [];
      return [
        { labels: { upstream: 'api-football', what: 'used' }, value: day.used },
        { labels: { upstream: 'api-football', what: 'limit' }, value: day.limit },
      ];
    },
  );
  counter('gamekeeper_all_upstream_calls_total', 'Calls of all processes.', place, async () =>
    (await budgets()).map(({ upstream, host, calls }) => ({ labels: { upstream, host }, value: calls })),
  );
  counter('gamekeeper_all_upstream_refusals_total', 'Answers 429 to all processes.', place, async () =>
    (await budgets()).map(({ upstream, host, refusals }) => ({
      labels: { upstream, host },
      value: refusals,
    })),
  );
}

type AddMetric = (
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Promise<readonly Line[]>,
) => void;

function metricsIn(registry: Registry, Kind: typeof Gauge | typeof Counter): AddMetric {
  return (name, help, labelNames, read) => {
    const metric = new Kind({
      name,
      help,
      labelNames: [...labelNames],
      registers: [],
      async collect() {
        const lines = await orElse(read(), []);
        this.reset();
        for (const { labels, value } of lines) this.inc(labels, value);
      },
    });
    registry.registerMetric(metric);
  };
}
