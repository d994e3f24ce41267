import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { steppedDelay } from '../../../test/support/stepped-clock.ts';
import { LIVE_LIMITS } from './limits.ts';
import { createTopicFeed, findTopic, type Follower, type TopicDefinition, type TopicFeed } from './feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Recorder extends Follower {
  readonly heard: unknown[];
}

function createRecorder(): Recorder {
  const heard: unknown[] = [];
  return {
    heard,
    deliver: (_topic, frame) => void heard.push(shorten(frame)),
    fail: (code) => void heard.push(code),
  };
}

/** Such as `snapshot 3`. */
function shorten(frame: Buffer): string {
  const { type, data } = JSON.parse(frame.toString()) as { type: string; data: unknown };
  return `${type} ${JSON.stringify(data)}`;
}

/** A truth that can change, fail or hang, and counts how often it is read. */
function createTruth(first: unknown) {
  const truth = { value: first, reads: 0, fails: false, readMs: 0 };
  const feedOf = (choices: { refreshEveryMs?: number } = {}): TopicFeed =>
    createTopicFeed({
      topic: 'x',
      found: {
        params: {},
        definition: {
          name: 'x',
          minIntervalMs: 100,
          ...choices,
          async snapshot() {
            truth.reads += 1;
            const { value } = truth;
            if (truth.readMs > 0) await steppedDelay(truth.readMs);
            if (truth.fails) throw new Error('no store');
            return value;
          },
        },
      },
      limits: LIVE_LIMITS,
      log: pino({ level: 'silent' }),
      onGone: () => undefined,
    });
  return { truth, feedOf };
}

async function followedBy(count: number, first: unknown) {
  const { truth, feedOf } = createTruth(first);
  const feed = feedOf();
  const followers = Array.from({ length: count }, createRecorder);
  for (const follower of followers) feed.join(follower);
  await vi.advanceTimersByTimeAsync(1_000);
  return { truth, feed, followers };
}

/** A feed of that truth, and a follower that has had its first snapshot. */
async function follow(first: unknown, choices: { refreshEveryMs?: number } = {}) {
  const { truth, feedOf } = createTruth(first);
  const [feed, one] = [feedOf(choices), createRecorder()];
  feed.join(one);
  await vi.advanceTimersByTimeAsync(1_000);
  return { truth, feed, one };
}

test('a burst of notices is one read at once and one at the end, which has the last word', async () => {
  const { truth, feed, one } = await follow(0);
  for (let value = 1; value <= 500; value++) {
    truth.value = value;
    feed.refresh();
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.heard).toEqual(['snapshot 0', 'snapshot 1', 'snapshot 500']);
  expect(truth.reads).toBe(3);
});

test('many followers cost one read, and a snapshot that says nothing new is not sent again', async () => {
  const { truth, feed, followers } = await followedBy(50, 'same');
  feed.refresh();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(followers.every(({ heard }) => heard.length === 1)).toBe(true);
  // The first joiner starts a read, the others are served by the one after it; the refresh is the third.
  expect(truth.reads).toBeLessThanOrEqual(3);
});

test('after a gap everybody gets a snapshot, even if it is the same', async () => {
  const { feed, one } = await follow('same');
  feed.catchUpAll();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.heard).toEqual(['snapshot "same"', 'snapshot "same"']);
});

test('a failing read is told once to those who wait, and made good when it works again', async () => {
  const { truth, feedOf } = createTruth(1);
  truth.fails = true;
  const [feed, one] = [feedOf(), createRecorder()];
  feed.join(one);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.heard).toEqual(['unavailable']);
  expect(truth.reads).toBeGreaterThan(2);
  truth.fails = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.heard).toEqual(['unavailable', 'snapshot 1']);
});

test('a refresh that failed is tried again for those who already have a snapshot', async () => {
  const { truth, feed, one } = await follow(1);
  Object.assign(truth, { fails: true, value: 2 });
  feed.refresh();
  await vi.advanceTimersByTimeAsync(1_000);
  truth.fails = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.heard).toEqual(['snapshot 1', 'snapshot 2']);
});

test('a snapshot that hangs is given up and read again', async () => {
  const { truth, feedOf } = createTruth(1);
  truth.readMs = 3_600_000;
  const [feed, one] = [feedOf(), createRecorder()];
  feed.join(one);
  await vi.advanceTimersByTimeAsync(LIVE_LIMITS.snapshotTimeoutMs + 1);
  truth.readMs = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.heard).toEqual(['unavailable', 'snapshot 1']);
});

test('a topic without a thing behind it is told as unknown', async () => {
  const { feedOf } = createTruth(undefined);
  const [feed, one] = [feedOf(), createRecorder()];
  feed.join(one);
  await vi.advanceTimersByTimeAsync(1);
  expect(one.heard).toEqual(['unknown-topic']);
});

test('a ticking topic is read while it is followed, and costs nothing after the last one left', async () => {
  const { truth, feedOf } = createTruth(1);
  const [feed, one] = [feedOf({ refreshEveryMs: 2_000 }), createRecorder()];
  feed.join(one);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(truth.reads).toBe(6);
  feed.leave(one);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(truth.reads).toBe(6);
  expect(vi.getTimerCount()).toBe(0);
});

test('a message is encoded once: all followers are handed the same bytes', async () => {
  const { truth, feedOf } = createTruth(1);
  const feed = feedOf();
  const frames = Array.from({ length: 3 }, (): Buffer[] => []);
  for (const heard of frames)
    feed.join({ deliver: (_topic, frame) => void heard.push(frame), fail: () => undefined });
  await vi.advanceTimersByTimeAsync(1_000);
  truth.value = 2;
  feed.refresh();
  await vi.advanceTimersByTimeAsync(1_000);
  const newest = frames.map((heard) => heard.at(-1));
  expect(newest[0] && shorten(newest[0])).toBe('snapshot 2');
  for (const snapshot of newest) expect(snapshot).toBe(newest[0]);
});

test('the longer it takes to tell everybody, the more rarely a snapshot is read', async () => {
  const { truth, feedOf } = createTruth(0);
  const feed = feedOf({ refreshEveryMs: 100 });
  // The clock of the test stands still while a follower is served, unless the follower moves it.
  feed.join({ deliver: () => void vi.advanceTimersByTime(40), fail: () => undefined });
  await vi.advanceTimersByTimeAsync(1_000);
  const readsBefore = truth.reads;
  for (let tick = 0; tick < 40; tick++) {
    truth.value = tick + 1;
    await vi.advanceTimersByTimeAsync(100);
  }
  // Four seconds: forty reads, were it not for the 40 ms that each takes to be told.
  expect(truth.reads - readsBefore).toBeLessThan(13);
  expect(truth.reads - readsBefore).toBeGreaterThan(5);
});

test('many are told in turns, between which others have theirs, and each gets the last state', async () => {
  const { truth, feed, followers } = await followedBy(450, 'a');
  for (const { heard } of followers) heard.length = 0;
  truth.value = 'b';
  feed.refresh();
  await Promise.resolve();
  truth.value = 'c';
  feed.refresh();
  const turns: number[] = [];
  for (let before = 0; before < 900;) {
    await vi.advanceTimersToNextTimerAsync();
    const all = followers.reduce((sum, { heard }) => sum + heard.length, 0);
    turns.push(all - before);
    before = all;
  }
  expect(Math.max(...turns)).toBeLessThanOrEqual(200);
  const expected = 'snapshot "b",snapshot "c"';
  expect(followers.filter(({ heard }) => heard.join() === expected)).toHaveLength(450);
});

test('a follower that leaves while others are told gets nothing more', async () => {
  const { truth, feed, followers } = await followedBy(150, 'a');
  const [last] = followers.slice(-1);
  truth.value = 'b';
  feed.refresh();
  await Promise.resolve();
  if (last !== undefined) feed.leave(last);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(last?.heard).toEqual(['snapshot "a"']);
  expect(followers[148]?.heard).toEqual(['snapshot "a"', 'snapshot "b"']);
});

const define = (name: string): TopicDefinition => ({ name, snapshot: async () => null });
const topics = [define('status'), define('account/:id'), define('account/:id/match/:match')];

test.each([
  ['status', 'status', {}],
  ['account/42', 'account/:id', { id: '42' }],
  ['account/42/match/euw1_7', 'account/:id/match/:match', { id: '42', match: 'euw1_7' }],
])('%s is found under %s', (topic, name, params) => {
  const found = findTopic(topics, topic);
  expect(found?.definition.name).toBe(name);
  expect(found?.params).toEqual(params);
});

test.each(['', 'statuses', 'status/', 'account', 'account/', 'account/42/match', 'account//match/1'])(
  '%j is no topic',
  (topic) => expect(findTopic(topics, topic)).toBeUndefined(),
);
