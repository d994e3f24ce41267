import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveHub, type LiveHub } from './hub.ts';
import { createSocketUnderTest } from './socket-under-test.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openHub(): LiveHub {
  return createLiveHub({
    topics: [{ name: 'n/:n', snapshot: async () => 1 }],
    log: pino({ level: 'silent' }),
  });
}

function connect(hub: LiveHub, client: string) {
  const under = createSocketUnderTest();
  hub.accept(under.socket, client);
  return under;
}

test('a client may have twenty sockets, and all clients four thousand', () => {
  const hub = openHub();
  const sockets = Array.from({ length: 19 }, () => connect(hub, 'one'));
  expect(hub.refusal('one')).toBeUndefined();
  sockets.push(connect(hub, 'one'));
  expect([hub.refusal('one'), hub.refusal('two')]).toEqual(['client', undefined]);
  sockets.pop()?.leave();
  expect(hub.refusal('one')).toBeUndefined();
  for (let count = 19; count < 4_000; count++) connect(hub, String(count));
  expect(hub.refusal('two')).toBe('all');
});

test('a socket may follow fifty topics', () => {
  const { sent, say } = connect(openHub(), 'one');
  for (let topic = 0; topic < 51; topic++) say(`{"type":"subscribe","topic":"n/${topic}"}`);
  expect(sent).toMatchObject([{ type: 'error', code: 'too-many-topics', topic: 'n/50' }]);
});

test('a message may have 64 KB', () => {
  expect(openHub().limits.maxMessageBytes).toBe(65_536);
});

test('a client that is silent between two pings is dropped, and one that answers is kept', () => {
  const hub = openHub();
  const [mute, good] = [connect(hub, 'mute'), connect(hub, 'good')];
  const beat = (): void => void vi.advanceTimersByTime(hub.limits.heartbeatMs);
  beat();
  expect([mute.sent, good.sent]).toEqual([[{ type: 'ping' }], [{ type: 'ping' }]]);
  good.say('{"type":"pong"}');
  beat();
  expect([mute.closes, good.closes]).toEqual([[1008], []]);
});
