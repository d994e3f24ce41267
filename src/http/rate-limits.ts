/**
 * How often one client may ask. A client is an IPv4 address or an IPv6 /64: one household has a whole /64, so counting
 * single IPv6 addresses would count nothing. The counters live in this process; each API process has its own.
 */
import rateLimit, {
  normalizeIP,
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { createClientCounter, type ClientCounter, type Count } from './client-counter.ts';
import { HttpProblem } from './problems.ts';

const WINDOW_MS = 60_000;
/** Every client is remembered for a minute; past this many at once, the quietest are forgotten. */
const MAX_CLIENTS = 20_000;

/** For answers that leave by a shorter way than the framework's: they count like any other. */
export type CountRequest = (client: string) => Count;

/** Must run before any route is added. */
export async function addRateLimits(server: FastifyInstance, perMinute: number): Promise<CountRequest> {
  const counter = createClientCounter(MAX_CLIENTS, Date.now);
  await server.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    store: storeOver(counter),
    keyGenerator: clientOf,
    errorResponseBuilder: (_request, context) =>
      new HttpProblem(
        'too-many-requests',
        `More than ${context.max} requests in a minute. Try again in ${context.after}.`,
      ),
  });
  return (client) => counter.add(client, WINDOW_MS);
}

/** Also what the live feed counts sockets by. */
export function clientOf(request: { readonly ip: string | undefined }): string {
  // A connection that was reset a moment ago has no address any more.
  return request.ip === undefined ? 'gone' : normalizeIP(request.ip, 64);
}

/** The plugin wants something that it can construct; a route with limits of its own counts by itself. */
function storeOver(counter: ClientCounter): FastifyRateLimitStoreCtor {
  type Tell = Parameters<FastifyRateLimitStore['incr']>[1];
  const store = (over: ClientCounter): FastifyRateLimitStore & { read: FastifyRateLimitStore['incr'] } => ({
    incr: (client: string, tell: Tell, windowMs: number) => tell(null, over.add(client, windowMs)),
    read: (client: string, tell: Tell, windowMs: number) => tell(null, over.look(client, windowMs)),
    child: () => store(createClientCounter(MAX_CLIENTS, Date.now)),
  });
  return function () {
    return store(counter);
  } as unknown as FastifyRateLimitStoreCtor;
}
