/**
 * The browser's end of the live feed: subscribe to a topic, get a snapshot and then changes, for as long as
 * anybody listens and over any number of reconnects. Knows no framework.
 *
 * It never throws for what the other side sends: frames that make no sense are reported and skipped.
 */
import type { LiveEvent } from '#/contract/live.ts';

import { createLiveConnection, type LiveConnectionDeps } from './live-connection.ts';
import { readLiveFrame } from './live-frame.ts';
import { IDLE, type LiveState } from './live-state.ts';
import { createTopicBook, type LiveTopic, type LiveTopics } from './live-topics.ts';

export interface LiveClientDeps extends Pick<
  LiveConnectionDeps,
  'url' | 'openSocket' | 'timers' | 'random' | 'presence'
> {
  /** Told in one sentence about frames that make no sense and errors that the server sends. */
  readonly onFault: (fault: string) => void;
}

export interface LiveClient {
  readonly subscribe: <T extends LiveTopic>(
    topic: T,
    onSnapshot: (data: LiveTopics[T]) => void,
    onChange: (data: LiveTopics[T]) => void,
  ) => () => void;
  readonly state: () => LiveState;
  readonly onState: (listener: () => void) => () => void;
  readonly close: () => void;
}

export function createLiveClient(deps: LiveClientDeps): LiveClient {
  let state: LiveState = IDLE;
  const stateListeners = new Set<() => void>();
  const book = createTopicBook((request) => connection.send(request));

  const handle = (event: LiveEvent): void => {
    if (event.type === 'ping') connection.send({ type: 'pong' });
    else if (event.type === 'error') handleError(event);
    else book.deliver(event);
  };
  const handleError = ({ code, message, topic }: LiveEvent & { type: 'error' }): void => {
    deps.onFault(`the live feed answered ${code}${topic ? ` for ${topic}` : ''}: ${message}`);
  };

  const connection = createLiveConnection({
    ...deps,
    onOpen: book.resubscribe,
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
    subscribe: (topic, onSnapshot, onChange) => {
      // The contract types what a topic carries; development builds check it where it is used.
      const leave = book.join(topic, {
        onSnapshot: (data) => onSnapshot(data as LiveTopics[typeof topic]),
        onChange: (data) => onChange(data as LiveTopics[typeof topic]),
      });
      connection.open();
      return leave;
    },
    state: () => state,
    onState: (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    close: connection.close,
  };
}
