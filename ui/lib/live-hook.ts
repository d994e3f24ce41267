/** The live feed for React: where the connection stands, and a subscription that lives as long as its component. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import type { LiveState } from './live-state.ts';
import type { LiveTopic, LiveTopics } from './live-topics.ts';
import { useServices } from './services.ts';

export function useLiveState(): LiveState {
  const { live } = useServices();
  return useSyncExternalStore(live.onState, live.state);
}

/** `onData` gets each snapshot and each change of a topic whose changes are whole states, like `status`. */
export function useLiveTopic<T extends LiveTopic>(topic: T, onData: (data: LiveTopics[T]) => void): void {
  const { live } = useServices();
  const tell = useEffectEvent(onData);
  useEffect(() => live.subscribe(topic, tell, tell), [live, topic]);
}
