import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createLiveHub } from '#/http/live/hub.ts';
import { createSocketUnderTest } from '#/http/live/socket-under-test.ts';
import { noticesTo } from './live.ts';

afterEach(() => void vi.useRealTimers());

/** A subscriber of `truth`, and what it received. */
async function followTruth(truth: { value: number }) {
  vi.useFakeTimers();
  const live = createLiveHub({
    topics: [{ name: 'truth', snapshot: async () => truth.value, minIntervalMs: 0 }],
    log: pino({ level: 'silent' }),
  });
  const { socket, sent: received, say } = createSocketUnderTest();
  live.accept(socket, 'client');
  say('{"type":"subscribe","topic":"truth"}');
  await vi.advanceTimersByTimeAsync(100);
  expect(received).toEqual([{ type: 'snapshot', topic: 'truth', data: 1 }]);
  received.length = 0;
  return { received, notices: noticesTo(live) };
}

test('after a gap every subscriber gets a new snapshot', async () => {
  const truth = { value: 1 };
  const { received, notices } = await followTruth(truth);
  truth.value = 2;
  notices.onGap();
  await vi.advanceTimersByTimeAsync(100);
  expect(received).toEqual([{ type: 'snapshot', topic: 'truth', data: 2 }]);
});

test('a notice reaches the subscribers of its topic', async () => {
  const truth = { value: 1 };
  const { received, notices } = await followTruth(truth);
  truth.value = 3;
  notices.onNotice({ topic: 'truth' });
  await vi.advanceTimersByTimeAsync(100);
  expect(received).toEqual([{ type: 'snapshot', topic: 'truth', data: 3 }]);
});
