/** Counts how jobs end, and how many there are, for Prometheus. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { JobEnd, QueueRow } from '#/contract/status.ts';
import { orElse } from './or-else.ts';

export function createJobMetrics(registry: Registry): (end: JobEnd) => void {
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

/** Read when they are asked for. While they cannot be read there are no numbers, rather than old ones. */
export function exposeQueues(registry: Registry, readQueues: () => Promise<readonly QueueRow[]>): void {
  const gauge = new Gauge({
    name: 'gamekeeper_jobs',
    help: 'Jobs of all processes, by kind and state.',
    labelNames: ['kind', 'state'],
    registers: [],
    async collect() {
      const queues = await orElse(readQueues(), []); // PostgreSQL is away, which other numbers tell.
      this.reset();
      for (const { kind, waiting, delayed, active, deadLettered } of queues) {
        this.set({ kind, state: 'waiting' }, waiting);
        this.set({ kind, state: 'delayed' }, delayed);
        this.set({ kind, state: 'active' }, active);
        this.set({ kind, state: 'failed' }, deadLettered);
      }
    },
  });
  registry.registerMetric(gauge);
}
