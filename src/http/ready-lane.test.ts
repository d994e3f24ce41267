/** The short way and the long way, held against each other over real connections. */
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { TftAnswer } from '#/contract/tft-explore.ts';
import type { HttpSettings } from './http-settings.ts';
import { createServerUnderTest } from './server-under-test.ts';

const PATH = '/api/tft/explore?by=trait&min=3';
const opened: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `level`: where requests are logged, all go the long way. */
async function open(level: 'info' | 'debug', settings: Partial<HttpSettings> = {}) {
  const { server, metrics } = await createServerUnderTest({
    level,
    settings: { rateLimitPerMinute: 1_000, ...settings },
  });
  opened.push(server);
  let seen = 0;
  server.addHook('onRequest', (_request, _reply, done) => {
    seen += 1;
    done();
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const ask = async (path = PATH, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }).end();
    const [response] = (await once(asked, 'response')) as [
      { statusCode: number; headers: IncomingHttpHeaders } & AsyncIterable<Buffer>,
    ];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return {
      status: response.statusCode,
      headers: response.headers,
      body: Buffer.concat(chunks).toString(),
    };
  };
  const measured = async (): Promise<string> =>
    metrics.getSingleMetricAsString('http_request_duration_seconds');
  return { ask, measured, seenByFramework: () => seen };
}

/** What differs from one answer to the next. */
function without({ status, headers, body }: Reply) {
  const { date: _date, 'x-request-id': _id, 'x-ratelimit-remaining': _left, ...same } = headers;
  return { status, body, headers: same };
}

test('both ways answer the same, with the same headers', async () => {
  const [short, long] = [await open('info'), await open('debug')];
  const first = await short.ask();
  await long.ask();
  const [byShort, byLong] = [await short.ask(), await long.ask()];
  expect((JSON.parse(byShort.body) as TftAnswer).cache).toBe('hit');
  expect((JSON.parse(first.body) as TftAnswer).cache).toBe('miss');
  expect(without(byShort)).toEqual(without(byLong));
  expect(byShort.headers).toHaveProperty('content-security-policy');
  expect(byShort.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(byShort.headers['x-ratelimit-remaining']).toBe(byLong.headers['x-ratelimit-remaining']);
});

test('what lies ready is sent without the framework, and is measured all the same', async () => {
  const { ask, measured, seenByFramework } = await open('info');
  await ask();
  const before = seenByFramework();
  for (let time = 0; time < 3; time++) expect((await ask()).status).toBe(200);
  expect(seenByFramework()).toBe(before);
  await ask('/api/tft/explore?by=level');
  expect(seenByFramework()).toBe(before + 1);
  expect(await measured()).toContain(
    'http_request_duration_seconds_count{route="/api/tft/explore",method="GET",status="2xx"} 5',
  );
});

test('a foreign host name is refused, also for what lies ready', async () => {
  const { ask } = await open('info');
  await ask();
  expect((await ask(PATH, { host: 'rebound.evil.example' })).status).toBe(403);
});

test('a foreign page gets nothing, also of what lies ready', async () => {
  const { ask } = await open('info');
  await ask();
  const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  expect((await ask(PATH, foreign)).status).toBe(403);
  expect((await ask(PATH, { ...foreign, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
});

test('what has to be worked out counts for more than what lies ready', async () => {
  const { ask } = await open('info');
  const left = async (path: string): Promise<number> =>
    Number((await ask(path)).headers['x-ratelimit-remaining']);
  expect([await left(PATH), await left(PATH), await left('/api/tft/explore?by=level')]).toEqual([
    997, 996, 993,
  ]);
});

test('requests count by both ways together, for each client', async () => {
  const { ask } = await open('info', { rateLimitPerMinute: 5, trustProxy: true });
  const as = (client: string, path = PATH) => ask(path, { 'x-forwarded-for': `made-up, ${client}` });
  const statuses = [];
  for (const path of [PATH, PATH, '/api/status', PATH])
    statuses.push((await as('198.51.100.1', path)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const other = await as('198.51.100.2');
  expect([other.status, other.headers['x-ratelimit-remaining']]).toEqual([200, '4']);
});

test('whatever is unusual goes the long way', async () => {
  const { ask } = await open('info');
  const { headers } = await ask();
  expect(await ask(PATH, {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  expect(await ask(PATH, { 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304, body: '' });
  expect((await ask(PATH, {}, 'DELETE')).status).toBe(405);
  expect((await ask(`${PATH}&by=unit`)).status).toBe(400);
});
