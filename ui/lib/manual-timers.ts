/** Timers for tests: time stands still until `advance` moves it, and runs what falls due on the way, in order. */
import type { Timers } from './timers.ts';

export interface ManualTimers extends Timers {
  readonly advance: (ms: number) => void;
  /** The delays of everything that waits, shortest first. */
  readonly pending: () => number[];
}

export function createManualTimers(): ManualTimers {
  const waiting = new Set<{ readonly dueAt: number; readonly task: () => void }>();
  let now = 1_000_000;
  const next = () => [...waiting].toSorted((a, b) => a.dueAt - b.dueAt)[0];
  return {
    now: () => now,
    after: (delayMs, task) => {
      const entry = { dueAt: now + delayMs, task };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    advance: (ms) => {
      const until = now + ms;
      for (let due = next(); due && due.dueAt <= until; due = next()) {
        waiting.delete(due);
        now = due.dueAt;
        due.task();
      }
      now = until;
    },
    pending: () => [...waiting].map(({ dueAt }) => dueAt - now).toSorted((a, b) => a - b),
  };
}
