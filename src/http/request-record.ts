/**
 * What is kept of every request: one log line and one measurement. The line has the path but never the query, whose
 * values people paste from anywhere; routes and methods in the measurement come from closed sets, so that no client
 * can make the metrics grow.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function addRequestRecord(server: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from routing to the last byte of the answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  server.addHook('onRequestAbort', async (request) => {
    request.log.debug(
      { method: request.method, route: request.routeOptions.url },
      'request cut off by the client',
    );
  });
  server.addHook('onResponse', async (request, reply) => {
    logRequest(request, reply);
    duration.observe(
      {
        route: request.routeOptions.url ?? 'unmatched',
        method: KNOWN_METHODS.has(request.method) ? request.method : 'other',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    );
  });
}

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const level = reply.statusCode >= 500 ? 'info' : 'debug';
  request.log[level](
    {
      method: request.method,
      path: request.url.split('?', 1)[0],
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      client: request.ip,
    },
    'request answered',
  );
}
