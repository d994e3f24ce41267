/**
 * One topic with followers: reads its snapshot and sends it to all of them.
 *
 * Snapshots are read one at a time, at most once in `minIntervalMs`, once for all followers, and sent only when they differ from the
 * last one, or to a follower that is owed one (new, fell behind, or after a gap in the notices). A refresh that is requested during
 * a read is served by the next read, so the last state is always sent.
 *
 * A frame is encoded once and all followers get the same bytes: with two thousand of them, the encoding is what a message costs, in
 * time and in the memory of slow sockets. It is sent in turns of a hundred followers; between two turns the process accepts
 * connections and answers requests. No snapshot is read while an older one is being sent.
 *
 * The time between two snapshots grows with what it took to send the last one, because of many followers or a slow processor, so
 * that the feed takes a bounded share of the process.
 */
import type { Logger } from 'pino';
import type { LiveErrorCode } from '#/contract/live.ts';
import type { LiveLimits } from './limits.ts';

/** A topic's name is plain (`status`) or a pattern with parameters (`account/:id`). */
export interface TopicDefinition {
  readonly name: string;
  /** The present state; `undefined` if nothing has these parameters. Called once for all followers. */
  readonly snapshot: (params: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Snapshots are not read more often than this, however many notices arrive. */
  readonly minIntervalMs?: number;
  /** Read again this often while the topic has followers, for what changes without a notice. */
  readonly refreshEveryMs?: number;
}

export interface FoundTopic {
  readonly definition: TopicDefinition;
  readonly params: Readonly<Record<string, string>>;
}

export function findTopic(definitions: readonly TopicDefinition[], topic: string): FoundTopic | undefined {
  for (const definition of definitions) {
    const params = matchTopic(definition.name, topic);
    if (params !== undefined) return { definition, params };
  }
  return undefined;
}

function matchTopic(pattern: string, topic: string): Record<string, string> | undefined {
  const expected = pattern.split('/');
  const given = topic.split('/');
  if (expected.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

export interface Follower {
  /** May skip the frame when the follower is too slow; it then calls `catchUp` once it can take more. */
  readonly deliver: (topic: string, frame: Buffer) => void;
  readonly fail: (code: LiveErrorCode, message: string, topic: string) => void;
}

export interface TopicFeed {
  join(follower: Follower): void;
  leave(follower: Follower): void;
  /** The state may have changed: read it again. */
  refresh(): void;
  /** This follower missed a snapshot. */
  catchUp(follower: Follower): void;
  /** All followers may have missed a snapshot. */
  catchUpAll(): void;
  isIdle(): boolean;
}

export interface TopicFeedOptions {
  readonly topic: string;
  readonly found: FoundTopic;
  readonly limits: Pick<LiveLimits, 'snapshotTimeoutMs' | 'snapshotRetryMs'>;
  readonly log: Logger;
  /** The topic does not exist (any more); the followers have been told. */
  readonly onGone: () => void;
}

interface Sending {
  readonly frame: Buffer;
  readonly receivers: readonly Follower[];
  /** How many of them have it. */
  done: number;
}

interface Feed extends TopicFeedOptions {
  readonly followers: Set<Follower>;
  /** Followers that get the next snapshot even if it equals the last one. */
  readonly owed: Set<Follower>;
  /** Of the owed, those that were told that it is not available now. */
  readonly told: Set<Follower>;
  /** What all followers have that are not owed one. */
  shownFrame: Buffer | undefined;
  isReading: boolean;
  readAgain: boolean;
  lastReadAt: number;
  /** Oldest first. */
  readonly queue: Sending[];
  /** What it took to send the last frame to at least half of the followers. */
  sendingMs: number;
  nextRead: NodeJS.Timeout | undefined;
  ticker: NodeJS.Timeout | undefined;
}

const DEFAULT_MIN_INTERVAL_MS = 250;
const FOLLOWERS_PER_TURN = 100;
/** The time between two snapshots is at least this many times what it took to send the first. */
const REST = 10;

export function createTopicFeed(options: TopicFeedOptions): TopicFeed {
  const feed: Feed = {
    ...options,
    followers: new Set(),
    owed: new Set(),
    told: new Set(),
    shownFrame: undefined,
    isReading: false,
    readAgain: false,
    lastReadAt: -Infinity,
    queue: [],
    sendingMs: 0,
    nextRead: undefined,
    ticker: undefined,
  };
  return {
    join: (follower) => join(feed, follower),
    leave: (follower) => leave(feed, follower),
    refresh: () => requestRead(feed),
    catchUp: (follower) => catchUp(feed, follower),
    catchUpAll() {
      for (const follower of feed.followers) feed.owed.add(follower);
      requestRead(feed);
    },
    isIdle: () => feed.followers.size === 0,
  };
}

function join(feed: Feed, follower: Follower): void {
  feed.followers.add(follower);
  const { refreshEveryMs } = feed.found.definition;
  if (refreshEveryMs !== undefined) feed.ticker ??= setInterval(() => requestRead(feed), refreshEveryMs);
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
  const isFresh = performance.now() - feed.lastReadAt < minIntervalOf(feed);
  if (isFresh && feed.shownFrame !== undefined && !feed.isReading && feed.nextRead === undefined) {
    send(feed, feed.shownFrame, [follower]);
    return;
  }
  feed.owed.add(follower);
  requestRead(feed);
}

function send(feed: Feed, frame: Buffer, receivers: readonly Follower[]): void {
  const isSending = feed.queue.length > 0;
  feed.queue.push({ frame, receivers, done: 0 });
  if (!isSending) takeTurn(feed, 0);
}

/** The first turn starts at once: with few followers there is no other. */
function takeTurn(feed: Feed, beforeMs: number): void {
  const [sending] = feed.queue;
  if (sending === undefined) return;
  const startedAt = performance.now();
  const until = sending.done + FOLLOWERS_PER_TURN;
  for (const follower of sending.receivers.slice(sending.done, until))
    if (feed.followers.has(follower)) follower.deliver(feed.topic, sending.frame);
  sending.done = until;
  const tookMs = beforeMs + performance.now() - startedAt;
  if (until < sending.receivers.length) {
    setImmediate(takeTurn, feed, tookMs);
    return;
  }
  feed.queue.shift();
  if (sending.receivers.length * 2 > feed.followers.size) feed.sendingMs = tookMs;
  if (feed.queue.length > 0) setImmediate(takeTurn, feed, 0);
  else if (feed.readAgain && !feed.isReading) requestRead(feed);
}

function requestRead(feed: Feed): void {
  if (feed.followers.size === 0) return;
  if (feed.isReading || feed.queue.length > 0) feed.readAgain = true;
  else scheduleRead(feed, feed.lastReadAt + minIntervalOf(feed) - performance.now());
}

function scheduleRead(feed: Feed, waitMs: number): void {
  if (feed.nextRead !== undefined) return;
  if (waitMs <= 0) void read(feed);
  else {
    feed.nextRead = setTimeout(() => {
      feed.nextRead = undefined;
      requestRead(feed);
    }, waitMs);
  }
}

/** Never rejects: timers and notices start it, and cannot handle an error. */
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
    if (data === undefined) reportGone(feed);
    else showSnapshot(feed, data);
  } catch (error) {
    hasFailed = true;
    feed.log.warn({ err: error, topic: feed.topic }, 'live snapshot failed, trying again');
    reportUnavailable(feed);
  }
  feed.isReading = false;
  if (feed.followers.size === 0) return;
  if (hasFailed) scheduleRead(feed, feed.limits.snapshotRetryMs);
  else if (feed.readAgain || feed.owed.size > 0) requestRead(feed);
}

function showSnapshot(feed: Feed, data: unknown): void {
  const frame = Buffer.from(
    `{"type":"snapshot","topic":${JSON.stringify(feed.topic)},"data":${JSON.stringify(data)}}`,
  );
  const isNew = feed.shownFrame === undefined || !frame.equals(feed.shownFrame);
  feed.shownFrame = frame;
  const receivers = isNew ? [...feed.followers] : [...feed.owed];
  feed.owed.clear();
  feed.told.clear();
  send(feed, frame, receivers);
}

function reportGone(feed: Feed): void {
  for (const follower of feed.followers)
    follower.fail('unknown-topic', 'There is nothing by this name.', feed.topic);
  feed.onGone();
}

function reportUnavailable(feed: Feed): void {
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
  return Math.max(feed.found.definition.minIntervalMs ?? DEFAULT_MIN_INTERVAL_MS, REST * feed.sendingMs);
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
