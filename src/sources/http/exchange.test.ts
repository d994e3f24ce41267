import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRawServer } from '../../../test/support/faulty-server.ts';
import { startHttpUpstream } from '../fixtures/loopback-upstream.ts';
import { exchange, type Exchange } from './exchange.ts';
import { createHttpConnections } from './http-connections.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

interface Run {
  readonly headersMs?: number;
  readonly bodyMs?: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  readonly onSending?: () => void;
  readonly onHeaders?: (status: number) => void;
}

/** One exchange with an upstream, over connections of its own. */
function createCaller(origin: string, maxPerOrigin = 4) {
  const connections = createHttpConnections({ connectMs: 2_000, maxPerOrigin });
  onTestFinished(() => connections.stop());
  const events: string[] = [];
  const call = (run: Run = {}): Promise<Exchange> =>
    exchange(connections.dispatcher, {
      origin,
      path: '/thing',
      headers: {},
      headersMs: run.headersMs ?? 2_000,
      bodyMs: run.bodyMs ?? 2_000,
      maxBytes: run.maxBytes ?? 1_000,
      signal: run.signal,
      onSending() {
        events.push('sending');
        run.onSending?.();
      },
      onHeaders(status) {
        events.push(`headers ${status}`);
        run.onHeaders?.(status);
      },
    });
  return { call, events, stop: () => connections.stop() };
}

async function rawCaller(answer: (socket: Socket, count: number) => void) {
  const upstream = await startRawServer(answer);
  onTestFinished(() => upstream.stop());
  return { ...createCaller(upstream.origin), upstream };
}

async function httpCaller(handle: Parameters<typeof startHttpUpstream>[0]) {
  const upstream = await startHttpUpstream(handle);
  onTestFinished(() => upstream.stop());
  return { ...createCaller(upstream.origin), upstream };
}

test('an answer comes with its status, its headers and its bytes', async () => {
  const { call, events } = await httpCaller((_, response) => {
    response.writeHead(200, { 'x-note': 'a' });
    response.write('{"a"');
    response.end(':1}');
  });

  const result = await call();

  expect(result).toMatchObject({ type: 'answer', status: 200, isWhole: true, headers: { 'x-note': 'a' } });
  expect(result.type === 'answer' && result.bytes.toString()).toBe('{"a":1}');
  expect(events).toEqual(['sending', 'headers 200']);
});

test('connections are kept: calls in a row take turns on two', async () => {
  const { call, upstream } = await rawCaller((socket) => socket.write(`${OK}content-length: 2\r\n\r\n{}`));

  for (let count = 0; count < 6; count++) await call();

  // A connection that has just answered rests for a turn of the event loop, hence a second one.
  expect(upstream.connections).toHaveLength(6);
  expect(Math.max(...upstream.connections)).toBeLessThanOrEqual(2);
});

test('headers are reported before the body is there', async () => {
  const told = Promise.withResolvers<number>();
  const rest = Promise.withResolvers<Socket>();
  const { call } = await rawCaller((socket) => {
    socket.write(`${OK}content-length: 2\r\n\r\n{`);
    rest.resolve(socket);
  });
  const result = call({ onHeaders: told.resolve });

  expect(await told.promise).toBe(200);
  (await rest.promise).write('}');
  expect(await result).toMatchObject({ type: 'answer', isWhole: true });
});

test('an interim answer is not the answer', async () => {
  const { call, events } = await rawCaller((socket) => {
    socket.write(`HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n${OK}content-length: 2\r\n\r\n{}`);
  });

  expect(await call()).toMatchObject({ type: 'answer', status: 200 });
  expect(events).toEqual(['sending', 'headers 200']);
});

describe('what goes wrong says how far it came', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['into noise', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    [
      'by a reset',
      (socket) => void socket.write(`${OK}content-length: 9\r\n\r\n{`, () => socket.resetAndDestroy()),
    ],
  ])('the answer breaks off %s', async (_, cut) => {
    const { call } = await rawCaller(cut);

    expect(await call()).toMatchObject({ type: 'failure', reason: 'truncated' });
  });

  test('a body that drips is given up when its time is over, however steady it drips', async () => {
    const { call } = await rawCaller((socket) => {
      socket.write(`${OK}content-length: 100000\r\n\r\n`);
      const drip = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => clearInterval(drip));
    });

    expect(await call({ bodyMs: 60, maxBytes: 1_000_000 })).toEqual({
      type: 'failure',
      reason: 'timeout',
      detail: 'no whole body within 60 ms',
    });
  });

  test('connections that were stopped', async () => {
    const { call, stop } = await rawCaller(() => undefined);
    const sent = Promise.withResolvers<void>();
    const result = call({ onSending: sent.resolve });
    await sent.promise;
    await stop();

    expect(await result).toMatchObject({ type: 'failure', reason: 'stopped' });
    expect(await call()).toMatchObject({ type: 'failure', reason: 'stopped' });
  });
});

describe('a body without end', () => {
  test('is read up to its limit and no further', async () => {
    const closed = Promise.withResolvers<void>();
    const { call } = await rawCaller((socket) => {
      socket.on('close', () => closed.resolve());
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
      const pump = (): void => {
        while (!socket.destroyed && socket.write(`400\r\n${'x'.repeat(1_024)}\r\n`));
        if (!socket.destroyed) socket.once('drain', pump);
      };
      pump();
    });

    const result = await call({ maxBytes: 5_000 });

    expect(result.type === 'answer' && [result.isWhole, result.bytes.length]).toEqual([false, 5_000]);
    await closed.promise;
  });

  test('a body of exactly the limit is whole', async () => {
    const { call } = await httpCaller((_, response) => response.end('x'.repeat(1_000)));

    const result = await call({ maxBytes: 1_000 });

    expect(result.type === 'answer' && [result.isWhole, result.bytes.length]).toEqual([true, 1_000]);
  });

  test('an error needs no whole body: its status says it all', async () => {
    const { call } = await rawCaller((socket) => {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 100\r\n\r\n{"status"');
    });

    const result = await call();

    expect(result).toMatchObject({ type: 'answer', status: 404, isWhole: false });
    expect(result.type === 'answer' && result.bytes.toString()).toBe('{"status"');
  });

  test('an error page of any size is cut at 64 KiB', async () => {
    const { call } = await httpCaller((_, response) => response.writeHead(503).end('x'.repeat(1_000_000)));

    const result = await call();

    expect(result.type === 'answer' && [result.isWhole, result.bytes.length]).toEqual([false, 65_536]);
  });
});

describe('giving up', () => {
  test('while waiting for a connection: it is never written', async () => {
    const upstream = await startRawServer((socket, count) => {
      // The first is held until the second was given up.
      void held.promise.then(() => socket.write(`${OK}content-length: 1\r\n\r\n${count}`));
    });
    onTestFinished(() => upstream.stop());
    const held = Promise.withResolvers<void>();
    const { call, events } = createCaller(upstream.origin, 1);
    const sent = Promise.withResolvers<void>();
    const first = call({ onSending: sent.resolve });
    await sent.promise;
    const control = new AbortController();
    const second = call({ signal: control.signal });
    control.abort();

    expect(await second).toMatchObject({ type: 'failure', reason: 'aborted' });
    held.resolve();
    expect(await first).toMatchObject({ type: 'answer' });
    // A third call shows that the queue went on past the second.
    expect(await call()).toMatchObject({ type: 'answer' });
    expect(upstream.connections).toHaveLength(2);
    expect(events.filter((event) => event === 'sending')).toHaveLength(2);
  });
});

test('an exception of onHeaders is thrown, and not taken for an outage', async () => {
  const { call } = await httpCaller((_, response) => response.end('{}'));
  const bug = new Error('a bug');

  await expect(
    call({
      onHeaders() {
        throw bug;
      },
    }),
  ).rejects.toBe(bug);
});
