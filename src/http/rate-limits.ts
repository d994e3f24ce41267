/**
 * How often one client may ask. A client is an IPv4 address or an IPv6 /64: one household has a whole /64, so counting
 * single IPv6 addresses would count nothing. The counters live in this process; each API process has its own.
 */
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from './problems.ts';

/** Must run before any route is added. */
export async function addRateLimits(server: FastifyInstance, perMinute: number): Promise<void> {
  await server.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    // Every client is remembered for a minute; past this many at once, the oldest are forgotten.
    cache: 20_000,
    keyGenerator: clientOf,
    errorResponseBuilder: (_request, context) =>
      new HttpProblem(
        'too-many-requests',
        `More than ${context.max} requests in a minute. Try again in ${context.after}.`,
      ),
  });
}

/** Also what the live feed counts sockets by. */
export function clientOf(request: { readonly ip: string | undefined }): string {
  // A connection that was reset a moment ago has no address any more.
  return request.ip === undefined ? 'gone' : normalizeIP(request.ip, 64);
}
