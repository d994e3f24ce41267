/**
 * Refuses what is too much: 503, when to come back, and nothing else done for it. A server that takes on everything answers nobody in time,
 * and in the end dies of it; one that refuses the rest stays quick for those whom it serves.
 *
 * Not every busy process is asked too much: a neighbour on the same machine, or its own work, can make it as late. So a few requests at a time
 * are always let in, and what is left of the load is theirs.
 *
 * It stands before the framework, because a refusal must cost a small part of an answer, and is not logged one by one. Never refused:
 * probes and measurements, without which a busy server would be taken for a dead one; what an admin does, because that is how load is
 * dealt with; and answers that lie ready, which cost no more than the refusal would.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { createLoadGauge, OVERLOAD_LIMITS, type LoadGauge, type OverloadLimits } from './load-gauge.ts';
import { toProblemBody, unavailable } from './problems.ts';
import type { MeasureRequest } from './request-record.ts';

export interface LoadSheddingOptions {
  /** Differences from `OVERLOAD_LIMITS`. */
  readonly limits: Partial<OverloadLimits> | undefined;
  /** Whether an answer lies ready, by the address as it was sent. */
  readonly isReady: (url: string) => boolean;
  readonly securityHeaders: Readonly<Record<string, string>>;
  readonly measure: MeasureRequest;
  readonly registry: Registry;
  /** In [0, 1). */
  readonly random: () => number;
  /** Monotonic, in ms. */
  readonly now: () => number;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Shedding extends Omit<LoadSheddingOptions, 'limits'> {
  readonly limits: OverloadLimits;
  readonly gauge: LoadGauge;
  readonly refusals: Counter;
  /** Names and values by turns. */
  readonly always: readonly string[];
  underWay: number;
  isClosing: boolean;
}

const SAMPLE_MS = 100;
const MEMORY_EVERY = 10;
const DETAIL = 'More is being asked of this server than it can answer. Try again in a few seconds.';
const PROBLEM_JSON = 'application/problem+json; charset=utf-8';
/** Whoever is refused together must not come back together. */
const RETRY_SECONDS = { min: 2, max: 8 };
const NEVER_REFUSED = new Set(['/healthz', '/readyz', '/metrics']);
const OF_ADMINS = '/api/admin/';
const PLACE_OF_ID = 'the-id-goes-here';
const [BEFORE_ID = '', AFTER_ID = ''] = JSON.stringify(
  toProblemBody(unavailable(DETAIL, { reasons: ['load'] }), PLACE_OF_ID),
).split(PLACE_OF_ID);

/** Last of all: what it lets through is handed to everything that listened before. */
export function addLoadShedding(server: FastifyInstance, options: LoadSheddingOptions): void {
  const limits = { ...OVERLOAD_LIMITS, ...options.limits };
  const gauge = createLoadGauge(limits);
  const shedding: Shedding = {
    ...options,
    limits,
    gauge,
    refusals: new Counter({
      name: 'gamekeeper_http_refused_total',
      help: 'Requests that were refused because too much was asked.',
      registers: [options.registry],
    }),
    always: Object.entries(options.securityHeaders).flat(),
    underWay: 0,
    isClosing: false,
  };
  addLoadMetrics(shedding);
  const stopWatching = watchLoad(shedding, server);
  server.addHook('preClose', async () => {
    shedding.isClosing = true;
    stopWatching();
  });
  // A socket is work for as long as it is open: none is taken on while there is too much.
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.ws || !isTooMuch(shedding)) return done();
    shedding.refusals.inc();
    done(unavailable(DETAIL, { reasons: ['load'], headers: { 'retry-after': retryAfter(shedding) } }));
  });
  standBefore(server, shedding);
}

function standBefore(server: FastifyInstance, shedding: Shedding): void {
  const behind = server.server.listeners('request') as Listener[];
  server.server.removeAllListeners('request');
  server.server.on('request', (request, response) => {
    if (isRefused(shedding, request)) return refuse(shedding, request, response);
    shedding.underWay += 1;
    response.once('close', () => (shedding.underWay -= 1));
    for (const listener of behind) listener.call(server.server, request, response);
  });
}

function isRefused(shedding: Shedding, { url = '' }: IncomingMessage): boolean {
  if (shedding.isClosing || !isTooMuch(shedding)) return false;
  const path = url.split('?', 1)[0] ?? '';
  if (NEVER_REFUSED.has(path) || path.startsWith(OF_ADMINS)) return false;
  return shedding.gauge.share() === 1 || !shedding.isReady(url);
}

function isTooMuch({ gauge, limits, underWay, random }: Shedding): boolean {
  const share = gauge.share();
  if (share === 0 || underWay < limits.requestsAlways) return underWay >= limits.requestsAtOnce;
  return underWay >= limits.requestsAtOnce || random() < share;
}

function refuse(shedding: Shedding, { method = '' }: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now();
  const id = randomUUID();
  const body = Buffer.from(`${BEFORE_ID}${id}${AFTER_ID}`);
  response.writeHead(503, [
    'x-request-id',
    id,
    ...shedding.always,
    'content-type',
    PROBLEM_JSON,
    'cache-control',
    'no-store',
    'retry-after',
    retryAfter(shedding),
    'content-length',
    String(body.length),
  ]);
  response.end(body);
  shedding.refusals.inc();
  shedding.measure({ route: 'refused', method, statusCode: 503, ms: performance.now() - startedAt });
}

function retryAfter({ random }: Shedding): string {
  const { min, max } = RETRY_SECONDS;
  return String(min + Math.floor(random() * (max - min + 1)));
}

/** Also says in the log when it begins and when it is over. */
function watchLoad({ gauge, now: readClock }: Shedding, { log }: FastifyInstance): () => void {
  let plannedAt = readClock() + SAMPLE_MS;
  let untilMemory = 0;
  let wasCalm = true;
  const timer = setInterval(() => {
    const now = readClock();
    gauge.late(now - plannedAt);
    plannedAt = now + SAMPLE_MS;
    if (untilMemory-- <= 0) {
      untilMemory = MEMORY_EVERY;
      gauge.memory(readMemory());
    }
    const isCalm = gauge.share() === 0;
    if (isCalm !== wasCalm) {
      const facts = { delayMs: Math.round(gauge.delayMs()), memoryBytes: process.memoryUsage.rss() };
      if (isCalm) log.info(facts, 'no request is refused any more');
      else log.warn(facts, 'too much is asked: requests are refused');
    }
    wasCalm = isCalm;
  }, SAMPLE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function readMemory() {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return { rssBytes: process.memoryUsage.rss(), heapShare: used / limit };
}

function addLoadMetrics(shedding: Shedding): void {
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [shedding.registry],
      collect() {
        this.set(read());
      },
    });
  gauge('gamekeeper_http_refused_share', 'Share of requests that is refused at the moment.', () =>
    shedding.gauge.share(),
  );
  gauge('gamekeeper_http_requests_under_way', 'Requests that are being answered.', () => shedding.underWay);
  gauge(
    'gamekeeper_http_delay_seconds',
    'How late the event loop is, smoothed: what refusals are decided by.',
    () => shedding.gauge.delayMs() / 1000,
  );
}
