/** The live feed for React: the state of the connection, and a subscription that lives as long as its component. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import type { LiveTopic, LiveTopics } from './live-client.ts';
import type { LiveState } from './live-connection.ts';
import { useServices } from './services.ts';

export function useLiveState(): LiveState {
  const { live } = useServices();
  return useSyncExternalStore(live.onState, live.state);
}

export function useLiveTopic<T extends LiveTopic>(topic: T, onSnapshot: (data: LiveTopics[T]) => void): void {
  const { live } = useServices();
  const handle = useEffectEvent(onSnapshot);
  useEffect(() => live.subscribe(topic, handle), [live, topic]);
}
