/**
 * The browser's side of the live feed: each snapshot of a topic, for as long as it has listeners and over any number of reconnects.
 * A topic is subscribed with each listener, because a second `subscribe` asks for a new snapshot, and left with the last one.
 * Knows no framework, and never throws for what the server sends: invalid frames are reported and skipped.
 */
import type { FootballDay, FootballFixtureView } from '#/contract/football.ts';
import type { LiveEvent } from '#/contract/live.ts';
import type { LolAccounts } from '#/contract/lol-accounts.ts';
import type { LolCollection } from '#/contract/lol-collection.ts';
import type { SystemStatus } from '#/contract/status.ts';

import { createLiveConnection, IDLE, type LiveConnectionDeps, type LiveState } from './live-connection.ts';

/** What the snapshot of each topic carries. */
export interface LiveTopics {
  readonly status: SystemStatus;
  /** Of today, in UTC. */
  readonly football: FootballDay;
  readonly [fixture: `football-fixture/${string}`]: FootballFixtureView;
  readonly 'lol-accounts': LolAccounts;
  readonly [player: `lol-player/${string}`]: LolCollection;
  readonly [lookup: `lol-lookup/${string}`]: LolCollection;
}
export type LiveTopic = keyof LiveTopics;

export interface LiveClientDeps extends Pick<
  LiveConnectionDeps,
  'url' | 'openSocket' | 'timers' | 'random' | 'presence'
> {
  /** Gets one sentence for each invalid frame and each error that the server sends. */
  readonly onFault: (fault: string) => void;
}

export interface LiveClient {
  /** Returns what ends the subscription. */
  readonly subscribe: <T extends LiveTopic>(
    topic: T,
    onSnapshot: (data: LiveTopics[T]) => void,
  ) => () => void;
  readonly state: () => LiveState;
  readonly onState: (listener: () => void) => () => void;
  readonly close: () => void;
}

interface Listener {
  readonly onSnapshot: (data: unknown) => void;
}

export function createLiveClient(deps: LiveClientDeps): LiveClient {
  let state: LiveState = IDLE;
  const stateListeners = new Set<() => void>();
  const topics = new Map<string, Set<Listener>>();

  const handle = (event: LiveEvent): void => {
    if (event.type === 'ping') connection.send({ type: 'pong' });
    else if (event.type === 'snapshot') {
      // Frames of a topic that was just left may still arrive.
      for (const { onSnapshot } of topics.get(event.topic) ?? []) onSnapshot(event.data);
    } else {
      const { code, message, topic } = event;
      deps.onFault(`the live feed answered ${code}${topic ? ` for ${topic}` : ''}: ${message}`);
    }
  };

  const connection = createLiveConnection({
    ...deps,
    onOpen: () => {
      for (const topic of topics.keys()) connection.send({ type: 'subscribe', topic });
    },
    onFrame: (frame) => {
      const read = readLiveFrame(frame);
      if ('fault' in read) deps.onFault(read.fault);
      else handle(read.event);
      return 'event' in read;
    },
    onState: (next) => {
      state = next;
      for (const listener of stateListeners) listener();
    },
  });

  return {
    subscribe: (topic, onSnapshot) => {
      // The contract types what a topic carries; development builds check it where it is used.
      const listener = { onSnapshot: (data: unknown) => onSnapshot(data as LiveTopics[typeof topic]) };
      const listeners = topics.get(topic) ?? new Set<Listener>();
      topics.set(topic, listeners.add(listener));
      connection.send({ type: 'subscribe', topic });
      connection.open();
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        topics.delete(topic);
        connection.send({ type: 'unsubscribe', topic });
      };
    },
    state: () => state,
    onState: (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    close: connection.close,
  };
}

/** The event in the frame, or one sentence that says why there is none. By hand: a schema validator would outweigh the client. */
function readLiveFrame(frame: unknown): { readonly event: LiveEvent } | { readonly fault: string } {
  if (typeof frame !== 'string') return { fault: `expected a text frame, got ${typeof frame}` };
  const body = parseJson(frame);
  if (typeof body !== 'object' || body === null || !('type' in body)) {
    return { fault: `expected a JSON object with "type", got ${shorten(frame)}` };
  }
  return isLiveEvent(body) ? { event: body } : { fault: `unknown or incomplete event ${shorten(frame)}` };
}

function isLiveEvent(body: object & { type: unknown }): body is LiveEvent {
  switch (body.type) {
    case 'ping':
      return true;
    case 'snapshot':
      return 'topic' in body && typeof body.topic === 'string' && 'data' in body;
    case 'error':
      return 'code' in body && typeof body.code === 'string' && 'message' in body;
    default:
      return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller reports the text itself, which says more than the parser's message.
  }
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
