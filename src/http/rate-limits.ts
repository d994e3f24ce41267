/**
 * How much one client may ask for. A client is an IPv4 address or an IPv6 /64: one household has a whole /64, so counting
 * single IPv6 addresses would count nothing. What costs more than a plain request counts for more (`request-costs.ts`): a route whose every
 * request does says so in its `config.cost`, and one that finds out on the way calls `reply.charge`.
 *
 * The counters live in this process; each API process has its own, so a client of a fleet may ask for as much of each. To share them, every
 * request would have to wait for a row in PostgreSQL, which is what the limit is there to protect.
 */
import rateLimit, {
  normalizeIP,
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createClientCounter, type ClientCounter, type Count } from './client-counter.ts';
import { HttpProblem } from './problems.ts';

const WINDOW_MS = 60_000;
/** Every client is remembered for a minute; past this many at once, the quietest are forgotten. */
const MAX_CLIENTS = 20_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What every request of this route counts for, in plain requests. */
    cost?: number;
  }
  interface FastifyReply {
    /** Counts this request for as much as so many plain ones; refuses it when its client has not that much left. */
    charge(units: number): void;
  }
}

/** For answers that leave by a shorter way than the framework's: they count like any other. */
export type CountRequest = (client: string) => Count;

/** Must run before any route is added. */
export async function addRateLimits(server: FastifyInstance, perMinute: number): Promise<CountRequest> {
  const counter = createClientCounter(MAX_CLIENTS, Date.now);
  addCosts(server, counter, perMinute);
  await server.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    store: storeOver(counter),
    keyGenerator: clientOf,
    errorResponseBuilder: (_request, { max, ttl }) => tooMuch(max, ttl),
  });
  return (client) => counter.add(client, WINDOW_MS);
}

/** Before the plugin's own hook, which counts the one that every request is and refuses what is too much. */
function addCosts(server: FastifyInstance, counter: ClientCounter, perMinute: number): void {
  // What costs more than there is takes all there is; otherwise a low limit would close a route for good.
  const beyondOne = (units: number): number => Math.min(units, perMinute) - 1;
  server.addHook('onRequest', (request, _reply, done) => {
    const { cost = 1 } = request.routeOptions.config;
    if (cost > 1) counter.add(clientOf(request), WINDOW_MS, beyondOne(cost));
    done();
  });
  server.decorateReply('charge', function (this: FastifyReply, units: number) {
    const { current, ttl } = counter.add(clientOf(this.request), WINDOW_MS, beyondOne(units));
    this.header('x-ratelimit-remaining', Math.max(0, perMinute - current));
    if (current > perMinute) throw tooMuch(perMinute, ttl);
  });
}

function tooMuch(perMinute: number, ttlMs: number): HttpProblem {
  const seconds = Math.max(1, Math.ceil(ttlMs / 1000));
  return new HttpProblem(
    'too-many-requests',
    `More than ${perMinute} requests in a minute, of which costly ones count several times. Try again in ${seconds} s.`,
    { headers: { 'retry-after': String(seconds) } },
  );
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
