/**
 * One topic that somebody follows: reads its snapshot and hands it, and the changes between, to all followers.
 *
 * Snapshots are read one at a time, at most once in `minIntervalMs`, once for everybody, and sent only when they differ
 * from what was last shown, or to a follower that is owed one (new, fell behind, or after a gap in the notices).
 * Whatever asks for a read while one runs or waits is served by the next one, so the last word is always sent.
 *
 * A frame is made and encoded once, and all followers are handed the same bytes: with two thousand of them, that is what a message
 * costs, in time and in memory of those that are slow.
 *
 * Telling happens in turns of a hundred followers, in the order of the frames: between two turns the process accepts connections and answers
 * requests, which would else wait until everybody has been told. A snapshot is not read while an older one is being told.
 *
 * However often there is news, telling it takes a small part of the process's time: the longer it took the last time, because there are
 * many followers or little processor, the later a snapshot is read again.
 *
 * A change that arrives while a snapshot is being read is held until that snapshot has been sent: the snapshot may or
 * may not contain it. Hence a change must be safe to apply twice ("x is now 5", never "x grew by 1").
 */
import type { Logger } from 'pino';
import type { LiveErrorCode } from '#/contract/live.ts';
import type { LiveLimits } from './live-limits.ts';
import type { FoundTopic } from './live-topics.ts';

export interface Follower {
  /** May skip the frame when it is too slow; it then calls `catchUp` once it can take more. */
  readonly deliver: (topic: string, frame: Buffer) => void;
  readonly fail: (code: LiveErrorCode, message: string, topic: string) => void;
}

export interface TopicFeed {
  join(follower: Follower): void;
  leave(follower: Follower): void;
  /** The truth may have changed: read it again. */
  refresh(): void;
  change(data: unknown): void;
  /** This follower missed something. */
  catchUp(follower: Follower): void;
  /** Everybody may have missed something. */
  catchUpAll(): void;
  isIdle(): boolean;
}

export interface TopicFeedOptions {
  readonly topic: string;
  readonly found: FoundTopic;
  readonly limits: Pick<LiveLimits, 'snapshotTimeoutMs' | 'snapshotRetryMs'>;
  readonly log: Logger;
  /** There is nothing by this name (any more); the followers have been told. */
  readonly onGone: () => void;
}

interface Telling {
  readonly frame: Buffer;
  readonly receivers: readonly Follower[];
  /** How many of them have it. */
  done: number;
}

interface Feed extends TopicFeedOptions {
  readonly followers: Set<Follower>;
  /** Followers that get the next snapshot even if it is the same as the last. */
  readonly owed: Set<Follower>;
  /** Of the owed, those that know they have to wait. */
  readonly told: Set<Follower>;
  /** What everybody who is not owed has; `undefined` once changes were sent on top of it. */
  shownFrame: Buffer | undefined;
  heldFrames: Buffer[];
  isReading: boolean;
  readAgain: boolean;
  lastReadAt: number;
  /** What is being told, oldest first. */
  readonly tellings: Telling[];
  /** What it took to hand the last frame to all, or to most. */
  tellingMs: number;
  nextRead: NodeJS.Timeout | undefined;
  ticker: NodeJS.Timeout | undefined;
}

const DEFAULT_MIN_INTERVAL_MS = 250;
const MAX_HELD_FRAMES = 100;
const FOLLOWERS_A_TURN = 100;
/** Between two snapshots lies so many times what it took to tell the first. */
const REST = 10;

export function createTopicFeed(options: TopicFeedOptions): TopicFeed {
  const feed: Feed = {
    ...options,
    followers: new Set(),
    owed: new Set(),
    told: new Set(),
    shownFrame: undefined,
    heldFrames: [],
    isReading: false,
    readAgain: false,
    lastReadAt: -Infinity,
    tellings: [],
    tellingMs: 0,
    nextRead: undefined,
    ticker: undefined,
  };
  return {
    join: (follower) => join(feed, follower),
    leave: (follower) => leave(feed, follower),
    refresh: () => wantRead(feed),
    change: (data) => change(feed, data),
    catchUp: (follower) => catchUp(feed, follower),
    catchUpAll() {
      for (const follower of feed.followers) feed.owed.add(follower);
      wantRead(feed);
    },
    isIdle: () => feed.followers.size === 0,
  };
}

function join(feed: Feed, follower: Follower): void {
  feed.followers.add(follower);
  const { refreshEveryMs } = feed.found.definition;
  if (refreshEveryMs !== undefined) feed.ticker ??= setInterval(() => wantRead(feed), refreshEveryMs);
  catchUp(feed, follower);
}

function leave(feed: Feed, follower: Follower): void {
  for (const set of [feed.followers, feed.owed, feed.told]) set.delete(follower);
  if (feed.followers.size > 0) return;
  clearInterval(feed.ticker);
  clearTimeout(feed.nextRead);
  feed.ticker = undefined;
  feed.nextRead = undefined;
}

function catchUp(feed: Feed, follower: Follower): void {
  if (!feed.followers.has(follower)) return;
  const isFresh = feed.shownFrame !== undefined && performance.now() - feed.lastReadAt < minIntervalOf(feed);
  if (isFresh && feed.shownFrame !== undefined && !feed.isReading && feed.nextRead === undefined) {
    tell(feed, feed.shownFrame, [follower]);
    return;
  }
  feed.owed.add(follower);
  wantRead(feed);
}

function change(feed: Feed, data: unknown): void {
  const frame = toFrame('change', feed.topic, data);
  if (!feed.isReading) {
    sendChange(feed, frame);
  } else if (feed.heldFrames.length < MAX_HELD_FRAMES) {
    feed.heldFrames.push(frame);
  } else {
    // Too much to hold: what is held and what comes is in the next snapshot.
    feed.heldFrames = [];
    feed.readAgain = true;
  }
}

function sendChange(feed: Feed, frame: Buffer): void {
  feed.shownFrame = undefined;
  if (feed.tellings.length < MAX_HELD_FRAMES) {
    const receivers = [...feed.followers].filter((follower) => !feed.owed.has(follower));
    return tell(feed, frame, receivers);
  }
  // Nobody can be told as fast as things change: what is true in the end is enough.
  for (const follower of feed.followers) feed.owed.add(follower);
  feed.readAgain = true;
}

function tell(feed: Feed, frame: Buffer, receivers: readonly Follower[]): void {
  const isBusy = feed.tellings.length > 0;
  feed.tellings.push({ frame, receivers, done: 0 });
  if (!isBusy) takeTurn(feed, 0);
}

/** The first turn is taken at once: with few followers there is no other. */
function takeTurn(feed: Feed, beforeMs: number): void {
  const [telling] = feed.tellings;
  if (telling === undefined) return;
  const startedAt = performance.now();
  const until = telling.done + FOLLOWERS_A_TURN;
  for (const follower of telling.receivers.slice(telling.done, until))
    if (feed.followers.has(follower)) follower.deliver(feed.topic, telling.frame);
  telling.done = until;
  const tookMs = beforeMs + performance.now() - startedAt;
  if (until < telling.receivers.length) {
    setImmediate(takeTurn, feed, tookMs);
    return;
  }
  feed.tellings.shift();
  if (telling.receivers.length * 2 > feed.followers.size) feed.tellingMs = tookMs;
  if (feed.tellings.length > 0) setImmediate(takeTurn, feed, 0);
  else if (feed.readAgain && !feed.isReading) wantRead(feed);
}

function wantRead(feed: Feed): void {
  if (feed.followers.size === 0) return;
  if (feed.isReading || feed.tellings.length > 0) feed.readAgain = true;
  else scheduleRead(feed, feed.lastReadAt + minIntervalOf(feed) - performance.now());
}

function scheduleRead(feed: Feed, waitMs: number): void {
  if (feed.nextRead !== undefined) return;
  if (waitMs <= 0) void read(feed);
  else {
    feed.nextRead = setTimeout(() => {
      feed.nextRead = undefined;
      wantRead(feed);
    }, waitMs);
  }
}

/** Never rejects: it is started by timers and notices, where nobody could catch. */
async function read(feed: Feed): Promise<void> {
  clearTimeout(feed.nextRead);
  feed.nextRead = undefined;
  feed.isReading = true;
  feed.readAgain = false;
  feed.lastReadAt = performance.now();
  let hasFailed = false;
  try {
    const { definition, params } = feed.found;
    const data = await withinTime(definition.snapshot(params), feed.limits.snapshotTimeoutMs);
    if (data === undefined) tellGone(feed);
    else showSnapshot(feed, data);
  } catch (error) {
    hasFailed = true;
    feed.log.warn({ err: error, topic: feed.topic }, 'live snapshot failed, trying again');
    tellUnavailable(feed);
  }
  feed.isReading = false;
  for (const frame of feed.heldFrames.splice(0)) sendChange(feed, frame);
  if (feed.followers.size === 0) return;
  if (hasFailed) scheduleRead(feed, feed.limits.snapshotRetryMs);
  else if (feed.readAgain || feed.owed.size > 0) wantRead(feed);
}

function showSnapshot(feed: Feed, data: unknown): void {
  const frame = toFrame('snapshot', feed.topic, data);
  const isNew = feed.shownFrame === undefined || !frame.equals(feed.shownFrame);
  feed.shownFrame = frame;
  const receivers = isNew ? [...feed.followers] : [...feed.owed];
  feed.owed.clear();
  feed.told.clear();
  tell(feed, frame, receivers);
}

function toFrame(type: 'snapshot' | 'change', topic: string, data: unknown): Buffer {
  return Buffer.from(`{"type":"${type}","topic":${JSON.stringify(topic)},"data":${JSON.stringify(data)}}`);
}

function tellGone(feed: Feed): void {
  for (const follower of feed.followers)
    follower.fail('unknown-topic', 'There is nothing by this name.', feed.topic);
  feed.heldFrames = [];
  feed.onGone();
}

function tellUnavailable(feed: Feed): void {
  for (const follower of feed.owed) {
    if (feed.told.has(follower)) continue;
    feed.told.add(follower);
    follower.fail(
      'unavailable',
      'This cannot be read right now; a snapshot follows when it can.',
      feed.topic,
    );
  }
}

function minIntervalOf(feed: Feed): number {
  return Math.max(feed.found.definition.minIntervalMs ?? DEFAULT_MIN_INTERVAL_MS, REST * feed.tellingMs);
}

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no snapshot within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
