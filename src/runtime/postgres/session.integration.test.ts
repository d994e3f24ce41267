import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { useTestDatabase } from '../../../test/support/test-database.ts';
import type { PostgresConnection } from './database.ts';
import { createNoticeListener, publishNotice, type LiveNotice, type NoticeListener } from './session.ts';

const db = useTestDatabase();

const listeners: NoticeListener[] = [];
const proxies: Proxy[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.stop();
  for (const proxy of proxies.splice(0)) await proxy.stop();
});

interface Ear {
  readonly notices: LiveNotice[];
  gaps: number;
  readonly listener: NoticeListener;
}

function listenTo(connection: PostgresConnection, answerTimeoutMs = 10_000): Ear {
  const ear = { notices: [] as LiveNotice[], gaps: 0 };
  const listener = createNoticeListener({
    connection,
    log: pino({ level: 'silent' }),
    onNotice: (notice) => void ear.notices.push(notice),
    onGap: () => void (ear.gaps += 1),
    heartbeatMs: 100,
    answerTimeoutMs,
    retry: { firstMs: 20, maxMs: 100 },
  });
  listeners.push(listener);
  listener.start();
  return Object.assign(ear, { listener });
}

async function startedEar(connection = db.connection, answerTimeoutMs?: number): Promise<Ear> {
  const ear = listenTo(connection, answerTimeoutMs);
  await expect.poll(() => ear.gaps).toBe(1);
  return ear;
}

test('a notice leaves with its transaction, or not at all', async () => {
  const ear = await startedEar();
  const kept = { topic: 'lol-player/Ünï_\ud83d\ude00' };
  const failing = db.database.transaction(async (tx) => {
    await publishNotice(tx, { topic: 'lost' });
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  await db.database.transaction(async (tx) => {
    await publishNotice(tx, kept);
    // Long enough for a notice that did not wait for the commit to arrive first.
    await publishNotice(db.database, { topic: 'before' });
    await expect.poll(() => ear.notices.length).toBeGreaterThan(0);
  });
  await expect.poll(() => ear.notices).toEqual([{ topic: 'before' }, kept]);
});

test('a payload that is not ours is ignored', async () => {
  const ear = await startedEar();
  for (const payload of ['', 'nonsense', '[]', 'null', '{"topic":5}', '"topic"']) {
    await db.database.query('select pg_notify($1, $2)', ['gamekeeper_live', payload]);
  }
  await publishNotice(db.database, { topic: 'ours' });
  await expect.poll(() => ear.notices).toEqual([{ topic: 'ours' }]);
});

test('a connection that the server ends is made again, and the gap is told', async () => {
  const ear = await startedEar();
  for (const gapsAfter of [2, 3]) {
    await db.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gamekeeper live' and datname = current_database()",
    );
    await expect.poll(() => ear.gaps).toBe(gapsAfter);
  }
  await publishNotice(db.database, { topic: 'after' });
  await expect.poll(() => ear.notices).toEqual([{ topic: 'after' }]);
});

test('a listener that is started before PostgreSQL listens as soon as it is there', async () => {
  const proxy = await startProxy();
  await proxy.refuse();
  const ear = listenTo(proxy.connection);
  await expect.poll(() => proxy.port).toBeGreaterThan(0);
  expect(ear.listener.isListening()).toBe(false);
  await proxy.accept();
  await expect.poll(() => ear.listener.isListening(), { timeout: 5_000 }).toBe(true);
  await publishNotice(db.database, { topic: 'first' });
  await expect.poll(() => ear.notices).toEqual([{ topic: 'first' }]);
});

test('a connection that has silently died is noticed and replaced', async () => {
  const proxy = await startProxy();
  const ear = await startedEar(proxy.connection, 1_000);
  proxy.freeze();
  await publishNotice(db.database, { topic: 'missed' });
  await expect.poll(() => ear.gaps, { timeout: 5_000 }).toBe(2);
  await publishNotice(db.database, { topic: 'heard' });
  await expect.poll(() => ear.notices).toEqual([{ topic: 'heard' }]);
});

test('stopping ends at once, also while nobody answers', async () => {
  const proxy = await startProxy();
  // Whoever waited for the answer would wait longer than this test may take.
  const ear = await startedEar(proxy.connection, 600_000);
  proxy.freeze();
  await ear.listener.stop();
  expect(ear.listener.isListening()).toBe(false);
});

interface Proxy {
  readonly port: number;
  readonly connection: PostgresConnection;
  /** Existing connections stay open but carry nothing more, as after a cut cable; new ones work. */
  freeze(): void;
  refuse(): Promise<void>;
  accept(): Promise<void>;
  stop(): Promise<void>;
}

async function startProxy(): Promise<Proxy> {
  const target = new URL('url' in db.connection ? db.connection.url.reveal() : '');
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.pipe(far);
    far.pipe(near);
  });
  const accept = (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const refuse = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  await accept(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.port = String(port);
  const proxy: Proxy = {
    port,
    connection: { url: new Secret(url.href) },
    freeze() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    refuse,
    accept: () => accept(port),
    stop: refuse,
  };
  proxies.push(proxy);
  return proxy;
}
