/**
 * Who listens to which topic. A topic is subscribed with its first listener and left with its last.
 *
 * A listener hears `onChange` only after its own first `onSnapshot`. One that joins a topic already running
 * therefore subscribes again, which is how a client asks for a new snapshot: nothing has to be kept here.
 */
import type { FootballDay, FootballFixtureView } from '#/contract/football.ts';
import type { LiveEvent, LiveRequest } from '#/contract/live.ts';
import type { LolAccounts } from '#/contract/lol-accounts.ts';
import type { LolCollection } from '#/contract/lol-collection.ts';
import type { SystemStatus } from '#/contract/status.ts';

/** What each topic carries: all of them send the whole state with each change. */
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

export interface TopicListener {
  readonly onSnapshot: (data: unknown) => void;
  readonly onChange: (data: unknown) => void;
}

interface Seat {
  readonly listener: TopicListener;
  hasSnapshot: boolean;
}

export function createTopicBook(send: (request: LiveRequest) => void) {
  const topics = new Map<string, Set<Seat>>();

  const join = (topic: string, listener: TopicListener): (() => void) => {
    const seats = topics.get(topic) ?? new Set<Seat>();
    const seat: Seat = { listener, hasSnapshot: false };
    seats.add(seat);
    topics.set(topic, seats);
    send({ type: 'subscribe', topic });
    return () => {
      if (!seats.delete(seat) || seats.size > 0) return;
      topics.delete(topic);
      send({ type: 'unsubscribe', topic });
    };
  };

  return {
    join,
    deliver: (event: LiveEvent & { type: 'snapshot' | 'change' }) => {
      // Frames of a topic that was just left are still under way; nobody is there to hear them.
      for (const seat of topics.get(event.topic) ?? []) tell(seat, event.type, event.data);
    },
    /** After a new connection: old state may have missed changes, so the next word must be a snapshot. */
    resubscribe: () => {
      for (const [topic, seats] of topics) {
        for (const seat of seats) seat.hasSnapshot = false;
        send({ type: 'subscribe', topic });
      }
    },
  };
}

function tell(seat: Seat, type: 'snapshot' | 'change', data: unknown): void {
  if (type === 'snapshot') {
    seat.hasSnapshot = true;
    seat.listener.onSnapshot(data);
  } else if (seat.hasSnapshot) {
    seat.listener.onChange(data);
  }
}
