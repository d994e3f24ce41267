import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIVE_LIMITS } from './limits.ts';
import { createLiveSocket } from './socket.ts';
import { createSocketUnderTest } from './socket-under-test.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A socket under the limits of the product, with what it was sent and how it was closed. */
function openSocket() {
  const under = createSocketUnderTest();
  createLiveSocket({
    socket: under.socket,
    limits: LIVE_LIMITS,
    onSent: () => undefined,
    onDropped: () => undefined,
    onSubscribe: () => undefined,
    onUnsubscribe: () => undefined,
    onCaughtUp: () => undefined,
    onClosed: () => undefined,
  });
  return under;
}

const PONG = '{"type":"pong"}';

test('200 messages in ten seconds are heard, the next one is answered with an error, and a flood closes the socket', () => {
  const { sent, closes, say } = openSocket();
  say(PONG, 200);
  expect(sent).toEqual([]);
  say(PONG);
  expect(sent).toEqual([{ type: 'error', code: 'bad-message', message: 'Too many messages; slow down.' }]);
  expect(closes).toEqual([]);
  say(PONG, 9);
  expect(closes).toEqual([1008]);
});

test('the count of messages begins anew after ten seconds, and not before', () => {
  const { sent, say } = openSocket();
  vi.advanceTimersByTime(60_000);
  say(PONG, 200);
  vi.advanceTimersByTime(10_000);
  say(PONG);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  say(PONG, 200);
  expect(sent).toHaveLength(1);
});

test('the tenth bad message closes the socket', () => {
  const { closes, say } = openSocket();
  say('nonsense', 9);
  expect(closes).toEqual([]);
  say('nonsense');
  expect(closes).toEqual([1008]);
});

test.each([
  '',
  'nonsense',
  '[]',
  '{"type":"subscribe"}',
  '{"type":"subscribe","topic":"UPPER"}',
  '{"type":"subscribe","topic":"x","more":1}',
  '{"type":"ping"}',
  `{"type":"subscribe","topic":"${'x'.repeat(201)}"}`,
])('the message %j is answered as bad, and the socket stays open', (text) => {
  const { sent, closes, say } = openSocket();
  say(text);
  expect(sent).toEqual([{ type: 'error', code: 'bad-message', message: expect.any(String) }]);
  expect(closes).toEqual([]);
});
