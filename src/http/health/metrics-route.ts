/** `/metrics` for Prometheus: the process, its event loop, HTTP and the live feed; other parts add theirs to the same registry. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import { Type } from 'typebox';
import type { LiveStats } from '../live/hub.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';

export interface MetricsDeps {
  readonly registry: Registry;
  readonly liveStats: () => LiveStats;
}

export function addMetricsRoute(server: FastifyInstance, { registry, liveStats }: MetricsDeps): void {
  addProcessMetrics(registry);
  addLiveMetrics(registry, liveStats);
  server.get(
    '/metrics',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['health'],
        summary: 'Measurements in the Prometheus text format',
        response: {
          200: { description: 'Measurements.', content: { 'text/plain': { schema: Type.String() } } },
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}

export function addProcessMetrics(registry: Registry): void {
  // Another part of the process may have been first; the same metric cannot be registered twice.
  if (registry.getSingleMetric('process_cpu_user_seconds_total') !== undefined) return;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
}

function addLiveMetrics(registry: Registry, stats: () => LiveStats): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: (stats: LiveStats) => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(stats()));
      },
    });
  const counter = (name: string, help: string, read: (stats: LiveStats) => number): Counter =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read(stats()));
      },
    });
  gauge('gamekeeper_live_sockets', 'WebSockets of the live feed that are open.', (now) => now.sockets);
  gauge(
    'gamekeeper_live_subscriptions',
    'Topics that open sockets follow, counted once for each socket.',
    (now) => now.subscriptions,
  );
  counter('gamekeeper_live_messages_sent_total', 'Live events handed to sockets.', (now) => now.sent);
  counter(
    'gamekeeper_live_messages_dropped_total',
    'Live events not sent because the client was too slow.',
    (now) => now.dropped,
  );
}
