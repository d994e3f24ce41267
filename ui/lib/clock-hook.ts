/** Text that changes with time. A component re-renders only when its own text does, not with every tick. */
import { useSyncExternalStore } from 'react';

import { useServices } from './services.ts';

export function useTimeText(write: (nowMs: number) => string): string {
  const { clock } = useServices();
  return useSyncExternalStore(clock.onTick, () => write(clock.now()));
}
