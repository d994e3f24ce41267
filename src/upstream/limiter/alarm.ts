/** One timer that goes off at the earliest of all times it was set to since it last went off. */
export interface Alarm {
  /** Milliseconds from now. */
  setIn(ms: number): void;
  stop(): void;
}

/** Timers of the platform take no more than this. */
const MAX_MS = 2 ** 31 - 1;

export function createAlarm(ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;
  const stop = (): void => {
    clearTimeout(timer);
    ringsAt = Number.POSITIVE_INFINITY;
  };
  return {
    setIn(ms) {
      const at = performance.now() + ms;
      if (at >= ringsAt) return;
      stop();
      ringsAt = at;
      timer = setTimeout(
        () => {
          ringsAt = Number.POSITIVE_INFINITY;
          ring();
        },
        Math.min(ms, MAX_MS),
      );
    },
    stop,
  };
}
