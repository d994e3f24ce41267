/**
 * One ticking clock for all relative times on the page, set by the server's time.
 *
 * A person's clock may be minutes off, and "last seen" would then lie. Differences below `TRUSTED_SKEW_MS` are
 * the network's doing and ignored, so that times do not jitter with each answer.
 */
import type { Timers } from './timers.ts';

const TICK_MS = 1_000;
const TRUSTED_SKEW_MS = 3_000;

export interface ServerClock {
  readonly now: () => number;
  /** Tells the clock what time it is on the server at this moment. */
  readonly setServerNow: (serverMs: number) => void;
  /** Calls the listener every second while there is one. */
  readonly onTick: (listener: () => void) => () => void;
}

export function createServerClock(timers: Timers): ServerClock {
  const listeners = new Set<() => void>();
  let skewMs = 0;
  let cancelTick: (() => void) | null = null;

  const tick = (): void => {
    cancelTick = timers.after(TICK_MS, tick);
    for (const listener of listeners) listener();
  };
  return {
    now: () => timers.now() + skewMs,
    setServerNow: (serverMs) => {
      const measured = serverMs - timers.now();
      skewMs = Math.abs(measured) < TRUSTED_SKEW_MS ? 0 : measured;
    },
    onTick: (listener) => {
      if (listeners.size === 0) cancelTick = timers.after(TICK_MS, tick);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) cancelTick?.();
      };
    },
  };
}
