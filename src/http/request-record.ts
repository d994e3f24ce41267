/**
 * What is kept of every request: one log line and one measurement. The line has the path but never the query, whose
 * values people paste from anywhere; routes and methods in the measurement come from closed sets, so that no client
 * can make the metrics grow.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** For answers that leave by a shorter way than the framework's. */
export type MeasureRequest = (answered: {
  readonly route: string;
  readonly method: string;
  readonly statusCode: number;
  readonly ms: number;
}) => void;

export function addRequestRecord(server: FastifyInstance, registry: Registry): MeasureRequest {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from routing to the last byte of the answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const measure: MeasureRequest = ({ route, method, statusCode, ms }) =>
    duration.observe(
      {
        route,
        method: KNOWN_METHODS.has(method) ? method : 'other',
        status: `${Math.floor(statusCode / 100)}xx`,
      },
      ms / 1000,
    );
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onRequestAbort', async (request) => {
    request.log.debug(
      { method: request.method, route: request.routeOptions.url },
      'request cut off by the client',
    );
  });
  server.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    measure({
      route: request.routeOptions.url ?? 'unmatched',
      method: request.method,
      statusCode: reply.statusCode,
      ms: reply.elapsedTime,
    });
    done();
  });
  return measure;
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
