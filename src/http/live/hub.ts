/**
 * The live feed of this process: which sockets follow which topics. It knows neither HTTP nor PostgreSQL: sockets arrive through
 * `accept`, the notices of all processes through `notice` and `gap`. A topic without followers costs nothing.
 */
import type { WebSocket } from '@fastify/websocket';
import type { Logger } from 'pino';
import { LIVE_LIMITS, type LiveLimits } from './limits.ts';
import { CLOSE_GOING_AWAY, createLiveSocket, type LiveSocket } from './socket.ts';
import { createTopicFeed, findTopic, type TopicDefinition, type TopicFeed } from './feed.ts';

export interface LiveStats {
  readonly sockets: number;
  readonly subscriptions: number;
  readonly sent: number;
  readonly dropped: number;
}

export interface LiveHub {
  /** The state behind this topic has changed: its snapshot is read again. */
  readonly notice: (notice: { readonly topic: string }) => void;
  /** Notices may have been missed: all followers get a new snapshot. */
  readonly gap: () => void;
  /** Which limit another socket of this client would exceed. */
  readonly refusal: (client: string) => 'all' | 'client' | undefined;
  readonly accept: (socket: WebSocket, client: string) => void;
  readonly stats: () => LiveStats;
  readonly limits: LiveLimits;
  /** Ends every socket with 1001 and resolves when all are gone, in bounded time. */
  readonly close: () => Promise<void>;
}

export interface LiveHubOptions {
  readonly topics: readonly TopicDefinition[];
  readonly log: Logger;
  readonly limits?: Partial<LiveLimits>;
}

interface Hub {
  readonly topics: readonly TopicDefinition[];
  readonly log: Logger;
  readonly limits: LiveLimits;
  readonly feeds: Map<string, TopicFeed>;
  /** Each with the client it belongs to. */
  readonly sockets: Map<LiveSocket, string>;
  readonly socketsOfClient: Map<string, number>;
  heart: NodeJS.Timeout | undefined;
  sent: number;
  dropped: number;
  /** Set while closing: called when the last socket is gone. */
  onEmpty: (() => void) | undefined;
}

export function createLiveHub(options: LiveHubOptions): LiveHub {
  const hub: Hub = {
    topics: options.topics,
    log: options.log,
    limits: { ...LIVE_LIMITS, ...options.limits },
    feeds: new Map(),
    sockets: new Map(),
    socketsOfClient: new Map(),
    heart: undefined,
    sent: 0,
    dropped: 0,
    onEmpty: undefined,
  };
  return {
    limits: hub.limits,
    notice: ({ topic }) => hub.feeds.get(topic)?.refresh(),
    gap() {
      for (const feed of hub.feeds.values()) feed.catchUpAll();
    },
    refusal: (client) => refusal(hub, client),
    accept: (socket, client) => accept(hub, socket, client),
    stats: () => ({
      sockets: hub.sockets.size,
      subscriptions: [...hub.sockets.keys()].reduce((sum, { topics }) => sum + topics.size, 0),
      sent: hub.sent,
      dropped: hub.dropped,
    }),
    close: () => closeAll(hub),
  };
}

function refusal(hub: Hub, client: string): 'all' | 'client' | undefined {
  if (hub.sockets.size >= hub.limits.maxSockets) return 'all';
  return (hub.socketsOfClient.get(client) ?? 0) >= hub.limits.maxSocketsPerClient ? 'client' : undefined;
}

function accept(hub: Hub, socket: WebSocket, client: string): void {
  const live: LiveSocket = createLiveSocket({
    socket,
    limits: hub.limits,
    onSent: () => (hub.sent += 1),
    onDropped: () => (hub.dropped += 1),
    onSubscribe: (topic) => subscribe(hub, live, topic),
    onUnsubscribe: (topic) => unsubscribe(hub, live, topic),
    onCaughtUp: (topic) => hub.feeds.get(topic)?.catchUp(live),
    onClosed: () => forget(hub, live, client),
  });
  hub.sockets.set(live, client);
  hub.socketsOfClient.set(client, (hub.socketsOfClient.get(client) ?? 0) + 1);
  if (hub.onEmpty !== undefined) return live.close(CLOSE_GOING_AWAY, 'server is closing');
  hub.heart ??= setInterval(() => beatAll(hub), hub.limits.heartbeatMs);
}

function beatAll(hub: Hub): void {
  for (const socket of hub.sockets.keys()) socket.beat();
}

function subscribe(hub: Hub, socket: LiveSocket, topic: string): void {
  // A client that subscribes again asks for a new snapshot.
  if (socket.topics.has(topic)) return hub.feeds.get(topic)?.catchUp(socket);
  if (socket.topics.size >= hub.limits.maxTopicsPerSocket) {
    return socket.fail(
      'too-many-topics',
      `At most ${hub.limits.maxTopicsPerSocket} topics on one connection.`,
      topic,
    );
  }
  const feed = hub.feeds.get(topic) ?? openFeed(hub, topic);
  if (feed === undefined) return socket.fail('unknown-topic', 'There is no such topic.', topic);
  socket.topics.add(topic);
  feed.join(socket);
}

function openFeed(hub: Hub, topic: string): TopicFeed | undefined {
  const found = findTopic(hub.topics, topic);
  if (found === undefined) return undefined;
  const feed = createTopicFeed({
    topic,
    found,
    limits: hub.limits,
    log: hub.log,
    onGone() {
      for (const socket of hub.sockets.keys()) unsubscribe(hub, socket, topic);
    },
  });
  hub.feeds.set(topic, feed);
  return feed;
}

function unsubscribe(hub: Hub, socket: LiveSocket, topic: string): void {
  if (!socket.topics.delete(topic)) return;
  const feed = hub.feeds.get(topic);
  feed?.leave(socket);
  if (feed?.isIdle()) hub.feeds.delete(topic);
}

function forget(hub: Hub, socket: LiveSocket, client: string): void {
  if (!hub.sockets.delete(socket)) return;
  for (const topic of socket.topics) unsubscribe(hub, socket, topic);
  const left = (hub.socketsOfClient.get(client) ?? 1) - 1;
  if (left > 0) hub.socketsOfClient.set(client, left);
  else hub.socketsOfClient.delete(client);
  if (hub.sockets.size > 0) return;
  clearInterval(hub.heart);
  hub.heart = undefined;
  hub.onEmpty?.();
}

/** Bounded: each socket ends its connection `closeTimeoutMs` after `close` at the latest. */
async function closeAll(hub: Hub): Promise<void> {
  await new Promise<void>((resolve) => {
    hub.onEmpty = resolve;
    for (const socket of hub.sockets.keys()) socket.close(CLOSE_GOING_AWAY, 'server is closing');
    if (hub.sockets.size === 0) resolve();
  });
}
