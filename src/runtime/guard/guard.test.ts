import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  startFaultyServer,
  type Fault,
  type FaultyServer,
  type Normally,
} from '../../../test/support/faulty-server.ts';
import { startGuard, type Guard, type GuardOptions } from './guard.ts';

async function guardWith(options: Partial<GuardOptions> = {}): Promise<Guard> {
  const budget = { maxBytes: 1_000_000, maxMs: 20_000 };
  const guard = await startGuard({ allowedPairs: [], hosts: null, ...budget, ...options });
  onTestFinished(() => guard.stop());
  return guard;
}

/** A server that answers so, or has this fault, with its host and port. */
async function upstreamWith(answer: Normally | Fault): Promise<FaultyServer & { pair: string }> {
  const server = await startFaultyServer(typeof answer === 'function' ? answer : undefined);
  if (typeof answer !== 'function') server.decide = () => answer;
  onTestFinished(() => server.stop());
  return { ...server, pair: new URL(server.origin).host };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly isWhole: boolean;
}

function authorization(guard: Guard): string {
  return `Basic ${Buffer.from(`${guard.username}:${guard.password}`).toString('base64')}`;
}

async function get(guard: Guard, url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const asked = request({
    host: '127.0.0.1',
    port: guard.port,
    path: url,
    agent: false,
    headers: { 'proxy-authorization': authorization(guard), host: 'x', ...headers },
  });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A cut answer ends with an error; how it ended is in `complete`.
  response.on('error', () => undefined);
  await new Promise((resolve) => response.on('close', resolve));
  const { statusCode: status = 0, complete: isWhole } = response;
  return { status, headers: response.headers, text: Buffer.concat(chunks).toString('latin1'), isWhole };
}

/** The first line of the guard's answer, and the connection. */
async function tunnel(
  guard: Guard,
  target: string,
  password = authorization(guard),
): Promise<{ line: string; socket: Socket }> {
  const socket = connect(guard.port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: ${password}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  return { line: first.toString('latin1').split('\r\n', 1)[0] ?? '', socket };
}

test('forwards a request to an allowed pair without the headers for the proxy', async () => {
  const upstream = await upstreamWith((_request, response) => {
    response.writeHead(200, { 'x-told': 'yes', connection: 'x-hop', 'x-hop': 'no' }).end('hello');
  });
  const guard = await guardWith({ allowedPairs: [upstream.pair] });
  const answer = await get(guard, `${upstream.origin}/a?b=c`, {
    'x-asked': 'yes',
    'proxy-connection': 'close',
  });
  expect(answer).toMatchObject({ status: 200, text: 'hello', isWhole: true, headers: { 'x-told': 'yes' } });
  expect(answer.headers['x-hop']).toBeUndefined();
  expect(upstream.seen).toHaveLength(1);
  expect(upstream.seen[0]?.url).toBe('/a?b=c');
  expect(upstream.seen[0]?.headers).toMatchObject({ 'x-asked': 'yes', host: upstream.pair });
  expect(upstream.seen[0]?.headers).not.toHaveProperty('proxy-authorization');
  expect(upstream.seen[0]?.headers).not.toHaveProperty('proxy-connection');
  expect(guard.bytesUsed()).toBe(5);
});

test('a tunnel to an allowed pair carries bytes both ways', async () => {
  const upstream = await upstreamWith((_request, response) => void response.end('through'));
  const guard = await guardWith({ allowedPairs: [upstream.pair] });
  const { line, socket } = await tunnel(guard, upstream.pair);
  expect(line).toBe('HTTP/1.1 200 Connection Established');
  socket.write(`GET / HTTP/1.1\r\nHost: ${upstream.pair}\r\nConnection: close\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString('latin1')).toContain('200 OK');
  expect(upstream.seen).toHaveLength(1);
});

test('reaches no private address under any spelling, by GET or by CONNECT', async () => {
  const inner = await upstreamWith((_request, response) => void response.end('secret'));
  const { port } = new URL(inner.origin);
  const guard = await guardWith({ allowedPairs: ['127.0.0.1:1'] });
  const spellings = [
    '127.0.0.1',
    '127.0.0.2',
    'localhost',
    'LOCALHOST.',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ];
  for (const host of spellings) {
    expect(await get(guard, `http://${host}:${port}/`)).toMatchObject({ status: 403 });
    expect((await tunnel(guard, `${host}:${port}`)).line).toBe('HTTP/1.1 403 Refused');
  }
  expect(inner.seen).toHaveLength(0);
  expect(guard.refusals()[0]).toMatchObject({ target: `127.0.0.1:${port}` });
});

test('refuses a name with any private address, without a connection', async () => {
  const dialed: string[] = [];
  const dial = (address: string): Socket => {
    dialed.push(address);
    return connect(1, '127.0.0.1');
  };
  for (const inside of [
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    '::ffff:10.0.0.1',
    '169.254.169.254',
    'fe80::1%eth0',
  ]) {
    const guard = await guardWith({ lookUp: async () => ['93.184.216.34', inside], dial });
    expect(await get(guard, 'http://video.example.com/')).toMatchObject({ status: 403 });
    expect((await tunnel(guard, 'video.example.com:443')).line).toBe('HTTP/1.1 403 Refused');
    expect(guard.refusals()).toHaveLength(2);
    expect(guard.refusals()[0]?.words).toContain(inside);
  }
  expect(dialed).toEqual([]);
});

test('connects to the checked address although the resolver changes its answer', async () => {
  const upstream = await upstreamWith((_request, response) => void response.end('public'));
  const dialed: string[] = [];
  let lookUps = 0;
  const guard = await guardWith({
    lookUp: async () => (lookUps++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']),
    dial: (address) => {
      dialed.push(address);
      return connect(Number(new URL(upstream.origin).port), '127.0.0.1');
    },
  });
  expect(await get(guard, 'http://rebinding.example.com/')).toMatchObject({ status: 200, text: 'public' });
  expect(await get(guard, 'http://rebinding.example.com/')).toMatchObject({ status: 403 });
  expect(dialed).toEqual(['93.184.216.34']);
  expect(upstream.seen[0]?.headers.host).toBe('rebinding.example.com');
});

test('refuses a client without the password', async () => {
  const upstream = await upstreamWith((_request, response) => void response.end());
  const guard = await guardWith({ allowedPairs: [upstream.pair] });
  const answer = await get(guard, upstream.origin, { 'proxy-authorization': 'Basic d3Jvbmc6d3Jvbmc=' });
  expect(answer).toMatchObject({
    status: 407,
    headers: { 'proxy-authenticate': 'Basic realm="gamekeeper"' },
  });
  expect((await tunnel(guard, upstream.pair, 'Basic x')).line).toBe(
    'HTTP/1.1 407 Proxy Authentication Required',
  );
  expect(upstream.seen).toHaveLength(0);
});

test('cuts an endless body at the budget, and it never looks whole', async () => {
  const upstream = await upstreamWith({ kind: 'endless' });
  const guard = await guardWith({ allowedPairs: [upstream.pair], maxBytes: 300_000 });
  const answer = await get(guard, upstream.origin);
  expect(answer.isWhole).toBe(false);
  expect(guard.spent()).toBe('bytes');
  await upstream.abandoned;
  expect((await get(guard, upstream.origin)).status).toBe(403);
});

test('cuts a tunnel at the same budget', async () => {
  const upstream = await upstreamWith((_request, response) => void response.end(Buffer.alloc(2_000_000)));
  const guard = await guardWith({ allowedPairs: [upstream.pair], maxBytes: 300_000 });
  const { socket } = await tunnel(guard, upstream.pair);
  let got = 0;
  socket.on('data', (chunk: Buffer) => (got += chunk.length));
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'close');
  expect(got).toBeLessThanOrEqual(300_000);
  expect(guard.spent()).toBe('bytes');
});

test('does not complete an answer that is too short or too slow', async () => {
  const bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf';
  const short = await upstreamWith({ kind: 'raw', bytes });
  const calm = await guardWith({ allowedPairs: [short.pair] });
  expect(await get(calm, short.origin)).toMatchObject({ text: 'half', isWhole: false });
  const upstream = await upstreamWith({ kind: 'drip' });
  const guard = await guardWith({ allowedPairs: [upstream.pair], maxMs: 300 });
  const answer = await get(guard, upstream.origin);
  expect(answer.isWhole).toBe(false);
  expect(guard.spent()).toBe('time');
});

test('reports a silent resolver and a host without a listener as failures', async () => {
  const silent = await guardWith({ lookUp: () => new Promise(() => undefined), connectMs: 50 });
  expect(await get(silent, 'http://video.example.com/')).toMatchObject({ status: 502 });
  const closed = await upstreamWith({ kind: 'close' });
  await closed.stop();
  const guard = await guardWith({ allowedPairs: [closed.pair] });
  expect(await get(guard, closed.origin)).toMatchObject({ status: 502 });
  expect((await tunnel(guard, closed.pair)).line).toBe('HTTP/1.1 502 Refused');
  expect(guard.refusals()).toEqual([]);
});

test('refuses requests that are not for a proxy', async () => {
  const guard = await guardWith();
  expect(await get(guard, '/')).toMatchObject({ status: 400 });
  expect(await get(guard, 'https://video.example.com/')).toMatchObject({ status: 400 });
  expect(await get(guard, 'ftp://video.example.com/')).toMatchObject({ status: 400 });
  expect((await tunnel(guard, 'video.example.com')).line).toBe('HTTP/1.1 400 Refused');
});

test.each(['HTTP/1.1 000 X\r\n\r\n', 'HTTP/1.1 999 X\r\n\r\n', 'garbage\r\n\r\n', ''])(
  'an answer that begins with %j breaks that answer and not the guard',
  async (bytes) => {
    const odd = await upstreamWith({ kind: 'raw', bytes });
    const good = await upstreamWith((_request, response) => void response.end('fine'));
    const guard = await guardWith({ allowedPairs: [odd.pair, good.pair] });
    const answer = await get(guard, odd.origin).catch(() => null);
    expect(answer === null || answer.status === 502).toBe(true);
    expect(await get(guard, good.origin)).toMatchObject({ text: 'fine' });
  },
);

test('stop cuts all connections, and may be called twice', async () => {
  const upstream = await upstreamWith((_request, response) => void response.write('begun'));
  const guard = await guardWith({ allowedPairs: [upstream.pair] });
  const asked = get(guard, upstream.origin);
  await expect.poll(() => upstream.seen.length).toBe(1);
  await guard.stop();
  await guard.stop();
  expect(await asked.catch(() => ({ isWhole: false }))).toMatchObject({ isWhole: false });
});
