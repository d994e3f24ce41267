import { EventEmitter } from 'node:events';
import type { WebSocket } from '@fastify/websocket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIVE_LIMITS } from './live-limits.ts';
import { createLiveSocket } from './live-socket.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A socket under the limits of the product, with what it was sent and how it was closed. */
function openSocket() {
  const sent: unknown[] = [];
  const closes: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (frame: Buffer) => void sent.push(JSON.parse(frame.toString())),
    close: (code: number) => void closes.push(code),
    terminate: () => undefined,
  });
  createLiveSocket({
    socket: socket as unknown as WebSocket,
    limits: LIVE_LIMITS,
    onSent: () => undefined,
    onDropped: () => undefined,
    onSubscribe: () => undefined,
    onUnsubscribe: () => undefined,
    onCaughtUp: () => undefined,
    onClosed: () => undefined,
  });
  const say = (text: string, times: number): void => {
    for (let count = 0; count < times; count++) socket.emit('message', Buffer.from(text), false);
  };
  return { sent, closes, say };
}

const PONG = '{"type":"pong"}';

test('200 messages in ten seconds are heard, and the next one is answered with an error', () => {
  const { sent, closes, say } = openSocket();
  say(PONG, 200);
  expect(sent).toEqual([]);
  say(PONG, 1);
  expect(sent).toEqual([{ type: 'error', code: 'bad-message', message: 'Too many messages; slow down.' }]);
  expect(closes).toEqual([]);
});

test('the count of messages begins anew after ten seconds, and not before', () => {
  const { sent, say } = openSocket();
  vi.advanceTimersByTime(60_000);
  say(PONG, 200);
  vi.advanceTimersByTime(10_000);
  say(PONG, 1);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  say(PONG, 200);
  expect(sent).toHaveLength(1);
});

test('the tenth bad message closes the socket', () => {
  const { closes, say } = openSocket();
  say('nonsense', 9);
  expect(closes).toEqual([]);
  say('nonsense', 1);
  expect(closes).toEqual([1008]);
});
