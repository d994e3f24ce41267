/** Counts how jobs end, for Prometheus. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { JobEnd } from '#/contract/status.ts';

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
