/** Time as a dependency, so that tests can say what time it is instead of waiting for it. */
export interface Timers {
  readonly now: () => number;
  /** Runs `task` once after `delayMs`; the returned function calls it off. */
  readonly after: (delayMs: number, task: () => void) => () => void;
}

export function createRealTimers(): Timers {
  return {
    now: () => Date.now(),
    after: (delayMs, task) => {
      const handle = setTimeout(task, delayMs);
      return () => clearTimeout(handle);
    },
  };
}
