import { once } from 'node:events';
import { connect } from 'node:net';
import { Gauge, Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { openWatchServer, type WatchServerOptions } from './watch-server.ts';

async function open(changes: Partial<WatchServerOptions> = {}): Promise<string> {
  const server = await openWatchServer({
    host: '127.0.0.1',
    port: 0,
    metrics: new Registry(),
    readiness: async () => ({ ready: true, reasons: [] }),
    readinessTimeoutMs: 1_000,
    ...changes,
  });
  onTestFinished(() => server.close());
  return server.url;
}

test('it tells that the process is alive without asking whether it is ready', async () => {
  const url = await open({
    readiness: () => {
      throw new Error('nobody should ask');
    },
  });
  const answer = await fetch(`${url}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
});

test('it is ready, or names what is in the way with 503', async () => {
  const ready = await fetch(`${await open()}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  const stopping = await open({ readiness: async () => ({ ready: false, reasons: ['stopping'] }) });
  const refused = await fetch(`${stopping}/readyz?from=proxy`);
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { status: 'not ready', reasons: ['stopping'] },
  ]);
});

test('a question about readiness that hangs is answered 503 in time', async () => {
  const url = await open({ readiness: () => new Promise(() => undefined), readinessTimeoutMs: 20 });
  const answer = await fetch(`${url}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready', reasons: ['timeout'] }]);
});

test('it gives the numbers of the registry as Prometheus reads them', async () => {
  const metrics = new Registry();
  new Gauge({ name: 'apples', help: 'How many.', registers: [metrics] }).set(3);
  const answer = await fetch(`${await open({ metrics })}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toContain('apples 3');
});

test('numbers that cannot be read end that connection and nothing else', async () => {
  const metrics = new Registry();
  const gauge = new Gauge({
    name: 'broken',
    help: 'Throws.',
    registers: [metrics],
    collect() {
      throw new Error('no numbers today');
    },
  });
  expect(gauge).toBeDefined();
  const url = await open({ metrics });
  await expect(fetch(`${url}/metrics`)).rejects.toThrow('fetch failed');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test.each(['POST', 'PUT', 'DELETE'])('%s is refused', async (method) => {
  expect((await fetch(`${await open()}/healthz`, { method })).status).toBe(405);
});

test('whatever else is asked for is not there', async () => {
  const url = await open();
  for (const path of ['/', '/api/status', '/metrics/', '/../metrics%00'])
    expect((await fetch(`${url}${path}`)).status).toBe(404);
});

test('closing does not wait for connections that were left open', async () => {
  const server = await openWatchServer({
    host: '127.0.0.1',
    port: 0,
    metrics: new Registry(),
    readiness: async () => ({ ready: true, reasons: [] }),
    readinessTimeoutMs: 1_000,
  });
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(idle, 'connect');
  idle.on('error', () => undefined);
  await server.close();
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('a port that is taken is named together with the setting', async () => {
  const { port } = new URL(await open());
  await expect(open({ port: Number(port) })).rejects.toThrow(new RegExp(`WATCH_PORT ${port} on 127.0.0.1`));
});
