/** Who waits for a permit in this process: one queue for each lane and method, first come, first served. */
import type { Want } from '#/domain/limiter/budget.ts';
import { LANES, type Lane } from '#/domain/limiter/limiter.ts';

export interface WaitingLine<T> {
  /** True when nobody of this lane and method waited before. */
  add(lane: Lane, method: string, waiter: T): boolean;
  remove(lane: Lane, method: string, waiter: T): void;
  next(lane: Lane, method: string): T | undefined;
  /** Of any lane, the most urgent first. */
  nextOf(method: string): T | undefined;
  wants(): Want[];
  isEmpty(): boolean;
  clear(): T[];
}

export function createWaitingLine<T>(): WaitingLine<T> {
  // A set keeps the order of arrival, and a waiter who leaves is found at once.
  const queues = new Map<
    string,
    { readonly lane: Lane; readonly method: string; readonly waiters: Set<T> }
  >();
  const next = (lane: Lane, method: string): T | undefined => {
    const waiters = queues.get(nameOf(lane, method))?.waiters;
    if (waiters === undefined) return undefined;
    const [first] = waiters;
    if (first !== undefined) waiters.delete(first);
    return first;
  };
  return {
    add(lane, method, waiter) {
      const name = nameOf(lane, method);
      const queue = queues.get(name) ?? { lane, method, waiters: new Set<T>() };
      queues.set(name, queue);
      queue.waiters.add(waiter);
      return queue.waiters.size === 1;
    },
    remove: (lane, method, waiter) => void queues.get(nameOf(lane, method))?.waiters.delete(waiter),
    next,
    nextOf(method) {
      for (const lane of LANES) {
        const waiter = next(lane, method);
        if (waiter !== undefined) return waiter;
      }
      return undefined;
    },
    wants: () =>
      [...queues.values()]
        .filter(({ waiters }) => waiters.size > 0)
        .map(({ lane, method, waiters }) => ({ lane, method, count: waiters.size })),
    isEmpty: () => [...queues.values()].every(({ waiters }) => waiters.size === 0),
    clear() {
      const all = [...queues.values()].flatMap(({ waiters }) => Array.from(waiters));
      queues.clear();
      return all;
    },
  };
}

function nameOf(lane: Lane, method: string): string {
  return `${lane} ${method}`;
}
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
