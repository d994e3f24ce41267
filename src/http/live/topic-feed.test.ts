import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { steppedDelay } from '../../../test/support/stepped-clock.ts';
import { LIVE_LIMITS } from './live-limits.ts';
import { createTopicFeed, type Follower, type TopicFeed } from './topic-feed.ts';

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

/** `snapshot 3` or `change 4`. */
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

test('a change that comes while a snapshot is read is sent after it', async () => {
  const { truth, feedOf } = createTruth(1);
  truth.readMs = 50;
  const [feed, one] = [feedOf(), createRecorder()];
  feed.join(one);
  await vi.advanceTimersByTimeAsync(10);
  feed.change(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.heard).toEqual(['snapshot 1', 'change 2']);
});

test('a snapshot equal to the last one is sent when changes came between', async () => {
  const { feed, one } = await follow(1);
  feed.change(2);
  feed.refresh();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.heard).toEqual(['snapshot 1', 'change 2', 'snapshot 1']);
});

test('a late joiner never gets a snapshot from before the last change', async () => {
  const { truth, feedOf } = createTruth(1);
  const [feed, one, late] = [feedOf(), createRecorder(), createRecorder()];
  feed.join(one);
  await vi.advanceTimersByTimeAsync(1);
  truth.value = 2;
  feed.change(2);
  feed.join(late);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(late.heard[0]).toBe('snapshot 2');
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
  feed.change(3);
  await vi.advanceTimersByTimeAsync(1_000);
  const newest = frames.map((heard) => heard.slice(-2));
  expect(newest[0]?.map(shorten)).toEqual(['snapshot 2', 'change 3']);
  for (const [snapshot, change] of newest) {
    expect(snapshot).toBe(newest[0]?.[0]);
    expect(change).toBe(newest[0]?.[1]);
  }
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

test('many are told in turns, between which others have theirs, and each hears everything in order', async () => {
  const { truth, feed, followers } = await followedBy(450, 'a');
  for (const { heard } of followers) heard.length = 0;
  truth.value = 'b';
  feed.refresh();
  await Promise.resolve();
  feed.change(1);
  feed.change(2);
  let most = 0;
  for (let turn = 0, before = 0; turn < 20; turn++) {
    await vi.advanceTimersToNextTimerAsync();
    const all = followers.reduce((sum, { heard }) => sum + heard.length, 0);
    most = Math.max(most, all - before);
    before = all;
  }
  expect(most).toBeLessThanOrEqual(200);
  const wanted = ['snapshot "b"', 'change 1', 'change 2'];
  expect(followers.filter(({ heard }) => heard.join() === wanted.join())).toHaveLength(450);
});

test('whoever leaves while others are told hears nothing more', async () => {
  const { feed, followers } = await followedBy(150, 'a');
  const [last] = followers.slice(-1);
  const before = last?.heard.length;
  feed.change(1);
  if (last !== undefined) feed.leave(last);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(last?.heard).toHaveLength(before ?? -1);
  expect(followers[148]?.heard.at(-1)).toBe('change 1');
});

test('changes that come faster than they can be told end in a snapshot', async () => {
  const { truth, feed, followers } = await followedBy(150, 0);
  for (let value = 1; value <= 500; value++) {
    truth.value = value;
    feed.change(value);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  for (const { heard } of followers) {
    expect(heard.at(-1)).toBe('snapshot 500');
    expect(heard.length).toBeLessThan(110);
  }
});
