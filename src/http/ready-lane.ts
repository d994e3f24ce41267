/**
 * The short way for answers that lie ready: they leave before the framework has begun, because it would take longer over them than
 * they are worth. It keeps to the same rules (host names, requests per minute, security headers, the measurement) and knows only the plainest
 * of requests; whatever is unusual about one, or has to be refused, goes the long way. A test holds both ways against each other.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isOwnSite } from './cross-site.ts';
import type { HostAllowList } from './host-allow-list.ts';
import { clientOf, type CountRequest } from './rate-limits.ts';
import type { MeasureRequest } from './request-record.ts';

export interface ReadyAnswer {
  readonly bytes: Buffer;
  /** For the measurement. */
  readonly route: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
}

export interface ReadyLaneOptions {
  /** By the address as it was sent. */
  readonly find: (url: string) => ReadyAnswer | undefined;
  readonly hosts: HostAllowList;
  readonly countRequest: CountRequest;
  readonly rateLimitPerMinute: number;
  readonly trustProxy: boolean;
  readonly securityHeaders: Readonly<Record<string, string>>;
  readonly measure: MeasureRequest;
}

/** With any of these, a request is not of the plainest. */
const UNUSUAL = [
  'if-none-match',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'expect',
  'upgrade',
] as const;

/** Last of all: what it does not take is handed to everything that was added before. */
export function addReadyLane(server: FastifyInstance, options: ReadyLaneOptions): void {
  const take = createReadyLane(options);
  let isOpen = true;
  server.addHook('preClose', async () => {
    isOpen = false;
  });
  // The framework's own, which is there since the server was made.
  const [framework] = server.server.listeners('request');
  if (framework !== undefined) server.server.off('request', framework as RequestListener);
  server.server.on('request', (request, response) => {
    if (!isOpen || !take(request, response)) server.routing(request, response);
  });
}

/** The answer is false when it is not for this way, and nothing was done. */
function createReadyLane(options: ReadyLaneOptions) {
  const { find, hosts, countRequest, rateLimitPerMinute, securityHeaders, measure } = options;
  const limit = String(rateLimitPerMinute);
  const always = Object.entries(securityHeaders).flat();

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if (method !== 'GET' || !isPlain(request)) return false;
    const startedAt = performance.now();
    const answer = find(url);
    if (answer === undefined || !hosts.allows(request.headers.host ?? '')) return false;
    const { current, ttl } = countRequest(clientOf({ ip: addressOf(request, options.trustProxy) }));
    if (current > rateLimitPerMinute) return false;
    const { bytes, route, headers } = answer;
    response.writeHead(200, [
      'x-request-id',
      randomUUID(),
      ...always,
      'x-ratelimit-limit',
      limit,
      'x-ratelimit-remaining',
      String(rateLimitPerMinute - current),
      'x-ratelimit-reset',
      String(Math.ceil(ttl / 1000)),
      ...headers,
      'content-length',
      String(bytes.length),
    ]);
    response.end(bytes);
    measure({ route, method, statusCode: 200, ms: performance.now() - startedAt });
    return true;
  };
}

function isPlain({ httpVersion, headers }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' || UNUSUAL.some((name) => headers[name] !== undefined)) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || (typeof site === 'string' && isOwnSite(site));
}

/** As the framework would tell it: with one proxy in front, the last that it wrote down. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = headers['x-forwarded-for'];
  if (!trustProxy || typeof forwarded !== 'string') return socket.remoteAddress;
  return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim() || socket.remoteAddress;
}
