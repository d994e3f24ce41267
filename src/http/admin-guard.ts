/**
 * Lets only the bearer of the admin token through. The token comes in the Authorization header and nowhere else: a
 * header cannot be sent by a foreign page, and is not kept in histories and proxy logs as an address is.
 *
 * Failed attempts are counted per client and refused early, so that guessing does not become load on PostgreSQL; a
 * valid token is never slowed down by its own use.
 */
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { HttpProblem } from './problems.ts';

export interface AdminGuardOptions {
  readonly checkAdminToken: (token: string) => Promise<boolean>;
  readonly failedAttemptsPerMinute: number;
}

const BEARER = /^Bearer +(\S{1,200})$/i;

export function createAdminGuard(
  server: FastifyInstance,
  options: AdminGuardOptions,
): onRequestAsyncHookHandler {
  const countFailures = server.createRateLimit({ max: options.failedAttemptsPerMinute, timeWindow: 60_000 });

  return async (request) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined)
      throw unauthenticated('This needs the admin token: Authorization: Bearer <token>.');
    refuseAfterTooManyFailures(await countFailures(request, { increment: false }), request);
    if (await options.checkAdminToken(token)) return;
    await countFailures(request);
    request.log.warn({ client: request.ip }, 'wrong admin token');
    throw unauthenticated('This is not the admin token. `gamekeeper token` makes a new one.');
  };
}

type Count = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function refuseAfterTooManyFailures(count: Count, request: FastifyRequest): void {
  if (count.isAllowed || count.remaining > 0) return;
  request.log.warn({ client: request.ip }, 'too many wrong admin tokens');
  throw new HttpProblem('too-many-requests', 'Too many wrong admin tokens. Wait a minute.', {
    headers: { 'retry-after': String(Math.max(1, count.ttlInSeconds)) },
  });
}

function unauthenticated(detail: string): HttpProblem {
  return new HttpProblem('unauthenticated', detail, {
    headers: { 'www-authenticate': 'Bearer realm="gamekeeper"' },
  });
}
