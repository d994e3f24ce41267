/** The live feed as its clients see it: a real server, real sockets, and notices through a real PostgreSQL. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import type { LiveEvent } from '#/contract/live.ts';
import { createNoticeListener, publishNotice, type NoticeListener } from '#/runtime/postgres/session.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { HttpSettings } from '../http-settings.ts';
import { listen } from '../listen.ts';
import { createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import type { TopicDefinition } from './feed.ts';
import type { LiveLimits } from './limits.ts';

interface Running extends ServerUnderTest {
  readonly port: number;
}

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.query('create table truth (value integer not null)');
  await db.database.query('insert into truth values (0)');
});
afterAll(() => db.drop());

const running: Running[] = [];
const listeners: NoticeListener[] = [];
const clients: Client[] = [];
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate();
  for (const listener of listeners.splice(0)) await listener.stop();
  for (const { server } of running.splice(0)) await server.close();
});

/** Its state, which tests change. */
const counted: { value: unknown } = { value: 1 };
const counter: TopicDefinition = { name: 'counter', snapshot: async () => counted.value, minIntervalMs: 0 };
beforeEach(() => void (counted.value = 1));

async function start(
  topics: readonly TopicDefinition[],
  limits: Partial<LiveLimits> = {},
  settings: Partial<HttpSettings> = {},
): Promise<Running> {
  const under = await createServerUnderTest({ live: { topics, limits }, settings });
  const { port } = await listen(under.server, { host: '127.0.0.1', port: 0 });
  const one = { ...under, port };
  running.push(one);
  return one;
}

interface Client {
  readonly socket: WebSocket;
  readonly events: LiveEvent[];
  readonly closed: Promise<number>;
  say(request: object): void;
}

async function join({ port }: Running, choices: ClientOptions = {}): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, choices);
  const events: LiveEvent[] = [];
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve));
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const event = JSON.parse(data.toString('utf8')) as LiveEvent;
    events.push(event);
    if (event.type === 'ping') socket.send('{"type":"pong"}');
  });
  const client = { socket, events, closed, say: (request: object) => socket.send(JSON.stringify(request)) };
  clients.push(client);
  await once(socket, 'open');
  return client;
}

async function follow(server: Running, topic: string, choices: ClientOptions = {}): Promise<Client> {
  const client = await join(server, choices);
  client.say({ type: 'subscribe', topic });
  await expect.poll(() => client.events.some((event) => event.type === 'snapshot')).toBe(true);
  return client;
}

async function statusOfUpgrade(
  { port }: Running,
  headers: Record<string, string>,
  { path = '/api/live', ...choices }: ClientOptions & { path?: string } = {},
): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, ...choices });
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode === undefined ? 0 : response.statusCode);
    });
  });
}

const from = (address: string) => ({ 'x-forwarded-for': address });

const dataOf = (client: Client): unknown[] =>
  client.events.flatMap((event) => ('data' in event ? [event.data] : []));

/** A hub whose topic is the row in PostgreSQL, wired to its notices as the product does it. */
async function startOnDatabase(): Promise<Running> {
  const topic: TopicDefinition = {
    name: 'truth',
    minIntervalMs: 0,
    snapshot: async () => (await db.database.query<{ value: number }>('select value from truth'))[0]?.value,
  };
  const server = await start([topic]);
  const listener = createNoticeListener({
    connection: db.connection,
    log: pino({ level: 'silent' }),
    onNotice: server.live.notice,
    onGap: server.live.gap,
    retry: { firstMs: 20, maxMs: 100 },
  });
  listeners.push(listener);
  listener.start();
  await expect.poll(() => listener.isListening()).toBe(true);
  return server;
}

test('what one process publishes reaches the followers of every process', async () => {
  await db.database.query('update truth set value = 1');
  const [one, two] = await Promise.all([startOnDatabase(), startOnDatabase()]);
  const followers = await Promise.all([follow(one, 'truth'), follow(two, 'truth')]);
  await db.database.transaction(async (tx) => {
    await tx.query('update truth set value = 3');
    await publishNotice(tx, { topic: 'truth' });
  });
  for (const client of followers) await expect.poll(() => dataOf(client).at(-1)).toBe(3);
});

test('what was missed while the notices were cut off is made good by a new snapshot', async () => {
  await db.database.query('update truth set value = 10');
  const server = await startOnDatabase();
  const client = await follow(server, 'truth');
  await db.database.query('update truth set value = 11'); // Without a notice, as if it had passed us by.
  await db.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gamekeeper live' and datname = current_database()",
  );
  await expect.poll(() => dataOf(client).at(-1)).toBe(11);
});

test('a follower gets a snapshot after each change, and nothing after it left', async () => {
  const server = await start([counter]);
  const client = await follow(server, 'counter');
  counted.value = 2;
  server.live.notice({ topic: 'counter' });
  await expect.poll(() => dataOf(client)).toEqual([1, 2]);
  client.say({ type: 'unsubscribe', topic: 'counter' });
  client.socket.send('nonsense');
  await expect.poll(() => client.events.at(-1)).toMatchObject({ type: 'error', code: 'bad-message' });
  counted.value = 3;
  server.live.notice({ topic: 'counter' });
  client.say({ type: 'subscribe', topic: 'nothing' });
  await expect
    .poll(() => client.events.at(-1))
    .toMatchObject({ type: 'error', code: 'unknown-topic', topic: 'nothing' });
  expect(dataOf(client)).toEqual([1, 2]);
});

test('a message over 64 KB ends the socket', async () => {
  const server = await start([counter]);
  const client = await join(server);
  client.socket.send('x'.repeat(64 * 1024 + 1));
  expect(await client.closed).toBe(1009);
});

test('one client, and all together, may have only so many sockets, and get their places back', async () => {
  const server = await start([counter], { maxSockets: 3, maxSocketsPerClient: 2 }, { trustProxy: true });
  const first = await join(server, { headers: from('192.0.2.1') });
  await join(server, { headers: from('192.0.2.1') });
  expect(await statusOfUpgrade(server, from('192.0.2.1'))).toBe(429);
  await join(server, { headers: from('2001:db8::1') });
  expect(await statusOfUpgrade(server, from('192.0.2.9'))).toBe(503);
  first.socket.close();
  await expect.poll(() => server.live.stats().sockets).toBe(2);
  expect(await statusOfUpgrade(server, from('192.0.2.1'))).toBe(101);
});

test('only pages of this server may open the feed; programs, which name no origin, may', async () => {
  const server = await start(
    [counter],
    {},
    { publicUrl: 'https://games.example.org', allowedHosts: ['nas'] },
  );
  const own = `127.0.0.1:${server.port}`;
  expect(await statusOfUpgrade(server, {})).toBe(101);
  expect(await statusOfUpgrade(server, { origin: `http://${own}` })).toBe(101);
  expect(await statusOfUpgrade(server, { origin: 'https://games.example.org' })).toBe(101);
  expect(await statusOfUpgrade(server, { host: 'nas', origin: 'http://nas' })).toBe(101);
  for (const origin of [
    'https://evil.example',
    'null',
    '',
    `http://${own}.evil.example`,
    `https://${own}`,
    'http://localhost:1',
  ]) {
    expect([origin, await statusOfUpgrade(server, { origin })]).toEqual([origin, 403]);
  }
  expect(await statusOfUpgrade(server, { host: 'evil.example', origin: 'http://evil.example' })).toBe(403);
});

test.each([{ origin: 'https://evil.example' }, { host: 'evil.example' }])(
  'an upgrade that is refused leaves no connection behind: %j',
  async (headers) => {
    const server = await start([counter]);
    expect(await statusOfUpgrade(server, headers)).toBe(403);
    const open = () =>
      new Promise((resolve) => void server.server.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open).toBe(0);
  },
);

test('what is not a WebSocket handshake is told in our form', async () => {
  const server = await start([counter]);
  const plain = await fetch(`http://127.0.0.1:${server.port}/api/live`);
  expect([plain.status, plain.headers.get('content-type')]).toEqual([
    426,
    'application/problem+json; charset=utf-8',
  ]);
  expect(await statusOfUpgrade(server, {}, { protocolVersion: 8 })).toBe(426);
  expect(await statusOfUpgrade(server, {}, { path: '/api/status' })).toBe(200);
});

test('a client that is gone without a word is dropped', async () => {
  const server = await start([counter], { heartbeatMs: 50, closeTimeoutMs: 50 });
  const socket = connect(server.port, '127.0.0.1').resume();
  socket.write(
    'GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await expect.poll(() => server.live.stats().sockets).toBe(1);
  await once(socket, 'close');
  await expect.poll(() => server.live.stats().sockets).toBe(0);
});

test('a slow client misses snapshots but not the last one, and does not hold up the others', async () => {
  let value = 0;
  const filler = 'x'.repeat(20_000);
  const server = await start([{ name: 'big', minIntervalMs: 0, snapshot: async () => ({ value, filler }) }], {
    slowBytes: 100_000,
    stuckBytes: 50_000_000,
  });
  const [slow, quick] = [await follow(server, 'big'), await follow(server, 'big')];
  slow.socket.pause();
  while (server.live.stats().dropped < 50) {
    value += 1;
    server.live.notice({ topic: 'big' });
    // Lets sockets be written to, and the quick client read.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const last = { value, filler };
  await expect.poll(() => dataOf(quick).at(-1)).toEqual(last);
  slow.socket.resume();
  await expect.poll(() => dataOf(slow).at(-1)).toEqual(last);
  expect(slow.events.at(-1)?.type).toBe('snapshot');
  expect(dataOf(slow).length).toBeLessThan(dataOf(quick).length);
});

test('a client that speaks but never reads is given up instead of buffered for', async () => {
  const filler = 'x'.repeat(50_000);
  const server = await start([counter], {
    slowBytes: 50_000,
    stuckMs: 50,
    heartbeatMs: 200,
    closeTimeoutMs: 100,
    maxMessagesPerTenSeconds: 10_000,
  });
  const client = await follow(server, 'counter');
  client.socket.pause();
  let fed = 0;
  const feeding = setInterval(() => {
    counted.value = `${filler}${(fed += 1)}`;
    server.live.notice({ topic: 'counter' });
  }, 1);
  const speaking = setInterval(() => client.say({ type: 'pong' }), 10);
  await expect.poll(() => server.live.stats().sockets, { timeout: 10_000 }).toBe(0);
  clearInterval(feeding);
  clearInterval(speaking);
  client.socket.resume();
  // The close frame lies behind what was not read, and may not have made it before the connection was cut.
  expect([1006, 1013]).toContain(await client.closed);
});

test('a snapshot beyond all bounds closes the socket that asked for it', async () => {
  const server = await start([{ name: 'huge', snapshot: async () => 'x'.repeat(20_000_000) }], {
    stuckBytes: 1_000_000,
  });
  const client = await join(server);
  client.say({ type: 'subscribe', topic: 'huge' });
  expect([1006, 1013]).toContain(await client.closed);
});

test('a closing server says so to every socket, and does not wait for those that do not answer', async () => {
  const server = await start([counter], { closeTimeoutMs: 200 });
  const polite = await follow(server, 'counter');
  const deaf = await join(server);
  deaf.socket.pause();
  await server.server.close();
  expect(await polite.closed).toBe(1001);
  expect(server.live.stats()).toMatchObject({ sockets: 0, subscriptions: 0 });
});

test('sockets and messages are counted in the metrics', async () => {
  const server = await start([counter]);
  await follow(server, 'counter');
  const text = await server.metrics.metrics();
  expect(text).toMatch(/^gamekeeper_live_sockets 1$/m);
  expect(text).toMatch(/^gamekeeper_live_subscriptions 1$/m);
  expect(text).toMatch(/^gamekeeper_live_messages_sent_total 1$/m);
});
