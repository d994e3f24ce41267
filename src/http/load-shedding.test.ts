/** A real server that is asked too much of, over real connections. */
import type { AddressInfo } from 'node:net';
import websocket from '@fastify/websocket';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { Compile } from 'typebox/compile';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Problem } from '#/contract/problem.ts';
import { until } from '../../test/support/until.ts';
import { toHttpProblem } from './error-map.ts';
import type { OverloadLimits } from './load-gauge.ts';
import { addLoadShedding } from './load-shedding.ts';

const NO_LIMITS: OverloadLimits = {
  delayMs: 1e9,
  requestsAtOnce: 1e9,
  requestsAlways: 0,
  memoryBytes: 1e15,
};
const NEVER_REFUSED = ['/healthz', '/readyz', '/metrics', '/api/admin/jobs'];
const READY = '/api/ready?so=1';

/** Advances by so much from one sample to the next, whatever the machine does. */
function steppedClock(stepMs: () => number): () => number {
  let clock = 0;
  return () => (clock += stepMs());
}

const opened: FastifyInstance[] = [];
const held: (() => void)[] = [];
afterEach(async () => {
  for (const letGo of held.splice(0)) letGo();
  for (const server of opened.splice(0)) await server.close();
});

/** By default every sample of the event loop, due every 100 ms, is in time. */
async function open(limits: Partial<OverloadLimits>, random = () => 0, now = steppedClock(() => 100)) {
  const lines: string[] = [];
  const loggerInstance: FastifyBaseLogger = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(line) },
  );
  const logController = new LogController({ disableRequestLogging: true });
  const server = fastify({ loggerInstance, logController });
  opened.push(server);
  const metrics = new Registry();
  const measured: string[] = [];
  await server.register(websocket);
  server.setErrorHandler((error, _request, reply) => {
    const { status, headers, reasons } = toHttpProblem(error);
    return reply.code(status).headers(headers).send({ reasons });
  });
  for (const path of ['/api/plain', ...NEVER_REFUSED, '/api/ready']) server.get(path, async () => 'answer');
  server.get('/api/held', () => new Promise((resolve) => held.push(() => resolve('answer'))));
  server.route({ method: 'GET', url: '/api/live', handler: () => 'no', wsHandler: () => undefined });
  addLoadShedding(server, {
    limits: { ...NO_LIMITS, ...limits },
    isReady: (url) => url === READY,
    securityHeaders: { 'x-frame-options': 'DENY' },
    measure: ({ route, statusCode }) => void measured.push(`${route} ${statusCode}`),
    registry: metrics,
    random,
    now,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const valueOf = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.metrics())?.[1]);
  return {
    url,
    measured,
    lines,
    valueOf,
    statusOf: async (path: string, init?: RequestInit) => (await fetch(`${url}${path}`, init)).status,
    /** One that stays under way until it is let go. */
    async hold() {
      const answer = fetch(`${url}/api/held`);
      const count = held.length;
      await until('it is under way', 5_000, () => held.length > count);
      return { answer };
    },
  };
}

test('one request too many is refused honestly, in the form of every other refusal', async () => {
  const server = await open({ requestsAtOnce: 1 });
  await server.hold();
  const refused = await fetch(`${server.url}/api/plain`);
  const problem = (await refused.json()) as Problem;
  expect(refused.status).toBe(503);
  expect(Compile(Problem).Check(problem)).toBe(true);
  expect(problem).toMatchObject({ status: 503, code: 'unavailable', reasons: ['load'] });
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'x-request-id': problem.requestId,
    'retry-after': '2',
  });
});

test('whoever is refused together is not sent back together', async () => {
  let drawn = 0;
  const server = await open({ requestsAtOnce: 1 }, () => (drawn = (drawn + 0.1) % 1));
  await server.hold();
  const after = new Set<string | null>();
  for (let time = 0; time < 20; time++)
    after.add((await fetch(`${server.url}/api/plain`)).headers.get('retry-after'));
  expect([...after].map(Number).toSorted((left, right) => left - right)).toEqual([2, 3, 4, 5, 6, 7, 8]);
});

test('when the first has its answer, the next is let in', async () => {
  const server = await open({ requestsAtOnce: 1 });
  const { answer } = await server.hold();
  expect(await server.statusOf('/api/plain')).toBe(503);
  for (const letGo of held.splice(0)) letGo();
  expect((await answer).status).toBe(200);
  await until(
    'it is over',
    5_000,
    async () => (await server.valueOf('gamekeeper_http_requests_under_way')) === 0,
  );
  expect(await server.statusOf('/api/plain')).toBe(200);
});

test('a client that leaves gives its place back', async () => {
  const server = await open({ requestsAtOnce: 1 });
  const leaving = new AbortController();
  const left = fetch(`${server.url}/api/held`, { signal: leaving.signal }).catch(() => 'left');
  await until('it is under way', 5_000, () => held.length === 1);
  leaving.abort();
  expect(await left).toBe('left');
  await until('it is let in', 5_000, async () => (await server.statusOf('/api/plain')) === 200);
});

test('probes, measurements, admins and answers that lie ready are not refused', async () => {
  const server = await open({ requestsAtOnce: 1 });
  await server.hold();
  for (const path of [...NEVER_REFUSED, '/healthz?from=probe', READY])
    expect([path, await server.statusOf(path)]).toEqual([path, 200]);
  for (const path of ['/healthz/', '/api/admin', '/API/ADMIN/jobs', '/api/ready?so=2', '/'])
    expect([path, await server.statusOf(path)]).toEqual([path, 503]);
  expect(await server.statusOf('/api/plain', { method: 'POST', body: 'x'.repeat(100_000) })).toBe(503);
});

test('without room for memory even what lies ready is refused, and probes are not', async () => {
  const server = await open({ memoryBytes: 1 });
  await until('it has been noticed', 5_000, async () => (await server.statusOf(READY)) === 503);
  expect(await server.statusOf('/api/plain')).toBe(503);
  for (const path of NEVER_REFUSED) expect([path, await server.statusOf(path)]).toEqual([path, 200]);
});

test('while the event loop is late a share is refused, and none when it is in time again', async () => {
  let stepMs = 1_000;
  const server = await open(
    { delayMs: 300 },
    undefined,
    steppedClock(() => stepMs),
  );
  await until('a request is refused', 20_000, async () => (await server.statusOf('/api/plain')) === 503);
  expect(await server.statusOf('/healthz')).toBe(200);
  stepMs = 100;
  await until(
    'all requests are let in',
    20_000,
    async () => (await server.valueOf('gamekeeper_http_refused_share')) === 0,
  );
  expect(await server.statusOf('/api/plain')).toBe(200);
});

test('a few at a time are let in, whatever makes the process late', async () => {
  const server = await open({ memoryBytes: 1, requestsAlways: 2 });
  await until(
    'it has been noticed',
    5_000,
    async () => (await server.valueOf('gamekeeper_http_refused_share')) === 1,
  );
  expect(await server.statusOf('/api/plain')).toBe(200);
  await server.hold();
  expect(await server.statusOf('/api/plain')).toBe(200);
  await server.hold();
  expect(await server.statusOf('/api/plain')).toBe(503);
});

test('no WebSocket is taken on while there is too much', async () => {
  const server = await open({ requestsAtOnce: 1 });
  const knock = (): Promise<number | undefined> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`);
      socket.on('error', () => undefined);
      socket.on('open', () => {
        socket.terminate();
        resolve(101);
      });
      socket.on('unexpected-response', (_request, { statusCode, headers }) => {
        socket.terminate();
        resolve(headers['retry-after'] === undefined ? undefined : statusCode);
      });
    });
  expect(await knock()).toBe(101);
  await server.hold();
  expect(await knock()).toBe(503);
});

test('refusals are counted and measured, and the log is told of the load once', async () => {
  const server = await open({ memoryBytes: 1 });
  await until('it has been noticed', 5_000, async () => (await server.statusOf('/api/plain')) === 503);
  for (let time = 0; time < 50; time++) await server.statusOf('/api/plain');
  expect(await server.valueOf('gamekeeper_http_refused_total')).toBeGreaterThanOrEqual(51);
  expect(server.measured.filter((one) => one === 'refused 503').length).toBeGreaterThanOrEqual(51);
  expect(server.lines.filter((line) => line.includes('too much is asked'))).toHaveLength(1);
  expect(server.lines.length).toBeLessThan(5);
});
