/** How far an exchange came; what each client makes of a misbehaving upstream is in `../upstream-calls.test.ts`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultyServer, type Fault } from '../../test/support/faulty-server.ts';
import { createHttpConnections, exchange, type Exchange, type ExchangeRequest } from './exchange.ts';

interface Upstream {
  /** Misbehaves so, or answers as `handle` does. */
  readonly fault?: Fault;
  readonly handle?: (request: IncomingMessage, response: ServerResponse) => void;
  readonly maxPerOrigin?: number;
}

/** Calls an upstream over connections of its own. */
async function createCaller({ fault, handle, maxPerOrigin = 4 }: Upstream) {
  const upstream = await startFaultyServer(handle);
  upstream.decide = () => fault ?? null;
  const connections = createHttpConnections({ connectMs: 10_000, maxPerOrigin });
  onTestFinished(async () => {
    await connections.stop();
    await upstream.stop();
  });
  const events: string[] = [];
  const call = (request: Partial<ExchangeRequest> = {}): Promise<Exchange> =>
    exchange(connections.dispatcher, {
      origin: upstream.origin,
      path: '/thing',
      headers: {},
      headersMs: 10_000,
      bodyMs: 10_000,
      maxBytes: 1_000,
      onSending: () => void events.push('sending'),
      onHeaders: (status) => void events.push(`headers ${status}`),
      ...request,
    });
  return { call, events, upstream, stop: () => connections.stop() };
}

const answering = (body: string, status = 200) =>
  createCaller({ fault: { kind: 'answer', status, body, headers: { 'x-note': 'a' } } });

test('connections are kept: calls in a row take turns on two', async () => {
  const sockets = new Set<unknown>();
  const { call, upstream } = await createCaller({
    handle(request, response) {
      sockets.add(request.socket);
      response.end('{}');
    },
  });

  for (let count = 0; count < 6; count++) await call();

  // A connection that has just answered rests for a turn of the event loop, hence a second one.
  expect(upstream.seen).toHaveLength(6);
  expect(sockets.size).toBeLessThanOrEqual(2);
});

test('headers are reported before the body is there', async () => {
  const reported = Promise.withResolvers<number>();
  const begun = Promise.withResolvers<ServerResponse>();
  const { call } = await createCaller({
    handle(_request, response) {
      response.writeHead(200).write('{');
      begun.resolve(response);
    },
  });
  const result = call({ onHeaders: reported.resolve });

  expect(await reported.promise).toBe(200);
  (await begun.promise).end('}');
  expect(await result).toMatchObject({ type: 'answer', isWhole: true });
});

test('an interim answer is not the answer', async () => {
  const { call, events } = await createCaller({
    handle(_request, response) {
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      response.end('{}');
    },
  });

  expect(await call()).toMatchObject({ type: 'answer', status: 200 });
  expect(events).toEqual(['sending', 'headers 200']);
});

test('a body that drips is given up when its time is over, however steady it drips', async () => {
  const { call } = await createCaller({ fault: { kind: 'drip' } });

  expect(await call({ bodyMs: 60, maxBytes: 1_000_000 })).toEqual({
    type: 'failure',
    reason: 'timeout',
    detail: 'no whole body within 60 ms',
  });
});

test('connections that were stopped end the call under way, and every later one', async () => {
  const { call, stop } = await createCaller({ fault: { kind: 'silent' } });
  const sent = Promise.withResolvers<void>();
  const result = call({ onSending: sent.resolve });
  await sent.promise;
  await stop();

  expect(await result).toMatchObject({ type: 'failure', reason: 'stopped' });
  expect(await call()).toMatchObject({ type: 'failure', reason: 'stopped' });
});

test.each([
  ['of exactly the limit is whole', 200, 1_000, true, 1_000],
  ['beyond the limit is cut', 200, 1_001, false, 1_000],
  ['of an error page is cut at 64 KiB', 503, 70_000, false, 65_536],
])('a body %s', async (_, status, sent, isWhole, length) => {
  const result = await (await answering('x'.repeat(sent), status)).call();

  expect(result).toMatchObject({ type: 'answer', status, isWhole, headers: { 'x-note': 'a' } });
  expect(result.type === 'answer' && result.bytes.length).toBe(length);
});

test('an error needs no whole body: its status says it all', async () => {
  const bytes = 'HTTP/1.1 404 Not Found\r\ncontent-length: 100\r\n\r\n{"status"';
  const { call } = await createCaller({ fault: { kind: 'raw', bytes } });

  expect(await call()).toMatchObject({
    type: 'answer',
    status: 404,
    isWhole: false,
    bytes: Buffer.from('{"status"'),
  });
});

test('a call that is given up while it waits for a connection is never written', async () => {
  const held = Promise.withResolvers<void>();
  const { call, events, upstream } = await createCaller({
    handle: (_request, response) => void held.promise.then(() => response.end('{}')),
    maxPerOrigin: 1,
  });
  const sent = Promise.withResolvers<void>();
  const first = call({
    onSending() {
      events.push('sending');
      sent.resolve();
    },
  });
  await sent.promise;
  const control = new AbortController();
  const second = call({ signal: control.signal });
  control.abort();

  expect(await second).toMatchObject({ type: 'failure', reason: 'aborted' });
  held.resolve();
  expect(await first).toMatchObject({ type: 'answer' });
  // A third call shows that the queue went on past the second.
  expect(await call()).toMatchObject({ type: 'answer' });
  expect(upstream.seen).toHaveLength(2);
  expect(events.filter((event) => event === 'sending')).toHaveLength(2);
});

test('an exception of onHeaders is thrown, and not taken for an outage', async () => {
  const { call } = await answering('{}');
  const bug = new Error('a bug');
  const onHeaders = (): never => {
    throw bug;
  };

  await expect(call({ onHeaders })).rejects.toBe(bug);
});
