/** The live client against a real WebSocket server; only time, chance and the page's visibility are in the test's hand. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws';

import { LIVE_HEARTBEAT_MS, type LiveRequest } from '#/contract/live.ts';
import type { SystemStatus } from '#/contract/status.ts';

import { createLiveClient, type LiveClient } from './live-client.ts';
import type { LiveState } from './live-connection.ts';
import { createManualTimers } from './manual-timers.ts';
import type { PresenceSignal } from './presence.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

describe('a topic', () => {
  test('gives its snapshots in order', async () => {
    const { client, feed } = await setUp();
    const received = listen(client);
    const { socket, request } = await feed.requests.next();

    for (const version of ['1', '2', '3']) sendSnapshot(socket, version);

    expect(request).toEqual({ type: 'subscribe', topic: 'status' });
    expect(await received.take(3)).toEqual(['1', '2', '3']);
  });

  test('asks for a new snapshot when a listener joins late', async () => {
    const { client, feed } = await setUp();
    const early = listen(client);
    const { socket } = await feed.requests.next();
    sendSnapshot(socket, '1');
    await early.next();
    const late = listen(client);
    expect((await feed.requests.next()).request).toEqual({ type: 'subscribe', topic: 'status' });

    sendSnapshot(socket, '2');

    expect([await late.next(), await early.next()]).toEqual(['2', '2']);
  });

  test('is left on the server only when its last listener leaves', async () => {
    const { client, feed } = await setUp();
    const leaveFirst = client.subscribe('status', ignore);
    const { socket } = await feed.requests.next();
    const leaveSecond = client.subscribe('status', ignore);
    await feed.requests.next();

    leaveFirst();
    leaveFirst();
    socket.send('{"type":"ping"}');
    expect((await feed.requests.next()).request).toEqual({ type: 'pong' });
    leaveSecond();

    expect((await feed.requests.next()).request).toEqual({ type: 'unsubscribe', topic: 'status' });
  });
});

describe('a lost connection', () => {
  test('is opened again and subscribes again', async () => {
    const { client, feed, timers } = await setUp();
    const heard = listen(client);
    const first = await feed.requests.next();
    sendSnapshot(first.socket, '1');
    await reach(client, 'live');

    first.socket.terminate();
    const lost = await reach(client, 'waiting');
    expect(lost).toMatchObject({ failures: 1, lostAt: timers.now() });
    timers.advance(500);
    const second = await feed.requests.next();
    sendSnapshot(second.socket, '3');

    expect(second.socket).not.toBe(first.socket);
    expect(second.request).toEqual({ type: 'subscribe', topic: 'status' });
    expect(await heard.take(2)).toEqual(['1', '3']);
    expect(await reach(client, 'live')).toMatchObject({ failures: 0, lostAt: null });
  });

  test('is tried again after ever longer waits while there is no answer', async () => {
    const { client, feed, timers } = await setUp();
    await feed.stop();
    const lostAt = timers.now();
    const waits: number[] = [];
    client.subscribe('status', ignore);
    for (let tries = 0; tries < 7; tries += 1) {
      await reach(client, 'waiting');
      waits.push(...timers.pending());
      timers.advance(waits.at(-1) ?? 0);
    }

    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 7500, 7500]);
    expect(await reach(client, 'waiting')).toMatchObject({ failures: 8, lostAt });
  });

  test('counts on when the server accepts and then hangs up without a word', async () => {
    const { client, feed, timers } = await setUp();
    client.subscribe('status', ignore);
    for (let tries = 0; tries < 3; tries += 1) {
      (await feed.requests.next()).socket.terminate();
      await reach(client, 'waiting');
      timers.advance(15_000);
    }

    expect(client.state().failures).toBe(3);
  });

  test('is given up after two heartbeats of silence although it looks open', async () => {
    const { client, feed, timers } = await setUp();
    client.subscribe('status', ignore);
    const first = await feed.requests.next();
    sendSnapshot(first.socket, '1');
    await reach(client, 'live');

    timers.advance(2 * LIVE_HEARTBEAT_MS - 1);
    expect(client.state().phase).toBe('live');
    timers.advance(1);
    expect(client.state().phase).toBe('waiting');
    timers.advance(500);

    expect((await feed.requests.next()).socket).not.toBe(first.socket);
  });

  test('is not given up while the server pings', async () => {
    const { client, feed, timers, socket } = await setUpSubscribed();
    for (let beats = 0; beats < 3; beats += 1) {
      socket.send('{"type":"ping"}');
      await feed.requests.next();
      timers.advance(2 * LIVE_HEARTBEAT_MS - 1);
    }

    expect(client.state().phase).toBe('live');
  });
});

describe('frames that make no sense', () => {
  test('are reported and skipped, and do not count as a sign of life for the feed', async () => {
    const { client, feed, faults } = await setUp();
    const heard = createInbox<string>();
    client.subscribe('status', (s) => heard.push(s.version));
    const { socket } = await feed.requests.next();

    socket.send('not json');
    socket.send('{"type":"surprise"}');
    socket.send('{"type":"snapshot","data":{}}');
    socket.send(Buffer.from([1, 2, 3]));
    expect(await faults.take(4)).toEqual([
      expect.stringContaining('not json'),
      expect.stringContaining('surprise'),
      expect.stringContaining('{"type":"snapshot","data":{}}'),
      expect.stringContaining('text frame'),
    ]);
    expect(client.state().phase).toBe('connecting');
    sendSnapshot(socket, '1');

    expect(await heard.next()).toBe('1');
  });

  test('errors from the server are reported with their topic', async () => {
    const { faults, socket } = await setUpSubscribed();

    socket.send('{"type":"error","code":"unavailable","message":"Later.","topic":"status"}');

    expect(await faults.next()).toBe('the live feed answered unavailable for status: Later.');
  });
});

describe('a hidden page', () => {
  test('gives its connection back after a while and returns at once when it is seen again', async () => {
    const { client, feed, timers, presence, socket } = await setUpSubscribed();
    presence.signal('hidden');
    for (let beats = 0; beats < 6; beats += 1) {
      socket.send('{"type":"ping"}');
      await feed.requests.next();
      timers.advance(20_000);
    }
    expect(client.state().phase).toBe('paused');
    await once(socket, 'close');

    presence.signal('visible');

    expect((await feed.requests.next()).request).toEqual({ type: 'subscribe', topic: 'status' });
  });

  test('keeps its connection when it is seen again soon', async () => {
    const { client, feed, timers, presence, socket } = await setUpSubscribed();
    presence.signal('hidden');
    timers.advance(20_000);
    presence.signal('visible');
    for (let beats = 0; beats < 6; beats += 1) {
      socket.send('{"type":"ping"}');
      await feed.requests.next();
      timers.advance(20_000);
    }

    expect(client.state().phase).toBe('live');
  });
});

test.each<PresenceSignal>(['online', 'visible'])(
  'a waiting client tries at once on the signal "%s"',
  async (signal) => {
    const { client, feed, presence } = await setUp();
    client.subscribe('status', ignore);
    (await feed.requests.next()).socket.terminate();
    await reach(client, 'waiting');

    presence.signal(signal);

    expect((await feed.requests.next()).request).toEqual({ type: 'subscribe', topic: 'status' });
  },
);

test('a closed client hangs up, stays away and can be used again', async () => {
  const { client, feed, timers, presence, socket } = await setUpSubscribed();
  presence.signal('hidden');

  client.close();
  await once(socket, 'close');
  timers.advance(60_000);
  expect(client.state().phase).toBe('idle');
  expect(timers.pending()).toEqual([]);
  client.subscribe('status', ignore);

  expect((await feed.requests.next()).socket).not.toBe(socket);
});

function ignore(): void {}

/** The versions in the snapshots that the client receives. */
function listen(client: LiveClient) {
  const heard = createInbox<string>();
  client.subscribe('status', ({ version }) => heard.push(version));
  return heard;
}

async function setUp() {
  const feed = await startFeed();
  const timers = createManualTimers();
  const presence = createPresence();
  const faults = createInbox<string>();
  const client = createLiveClient({
    url: feed.url,
    openSocket: (url) => new WebSocket(url),
    timers,
    random: () => 0,
    presence,
    onFault: faults.push,
  });
  cleanups.push(client.close);
  return { client, feed, timers, presence, faults };
}

async function setUpSubscribed() {
  const parts = await setUp();
  parts.client.subscribe('status', ignore);
  return { ...parts, socket: (await parts.feed.requests.next()).socket };
}

async function startFeed() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const requests = createInbox<{ socket: ServerSocket; request: LiveRequest }>();
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => requests.push({ socket, request: JSON.parse(data.toString()) }));
  });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    for (const socket of server.clients) socket.terminate();
    server.close();
    await once(server, 'close');
  };
  cleanups.push(stop);
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, stop };
}

function sendSnapshot(socket: ServerSocket, version: string): void {
  const data: Partial<SystemStatus> = { version };
  socket.send(JSON.stringify({ type: 'snapshot', topic: 'status', data }));
}

async function reach(client: LiveClient, phase: LiveState['phase']): Promise<LiveState> {
  await new Promise<void>((resolve) => {
    const check = () => {
      if (client.state().phase === phase) resolve();
    };
    cleanups.push(client.onState(check));
    check();
  });
  return client.state();
}

function createPresence() {
  const listeners = new Set<(signal: PresenceSignal) => void>();
  return {
    isVisible: () => true,
    onSignal: (listener: (signal: PresenceSignal) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signal: (signal: PresenceSignal) => {
      for (const listener of listeners) listener(signal);
    },
  };
}

/** Values that arrive at some time, awaited one by one; the test's time limit is the deadline. */
function createInbox<T>() {
  const values: T[] = [];
  const takers: ((value: T) => void)[] = [];
  const next = async (): Promise<T> => {
    const [value] = values.splice(0, 1);
    return value ?? new Promise<T>((resolve) => takers.push(resolve));
  };
  return {
    push: (value: T) => {
      const taker = takers.shift();
      if (taker) taker(value);
      else values.push(value);
    },
    next,
    take: async (count: number): Promise<T[]> => {
      const taken: T[] = [];
      while (taken.length < count) taken.push(await next());
      return taken;
    },
  };
}
