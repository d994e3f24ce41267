/** The callers that wait for a permit in this process (one queue per lane and method), and the timer of the host limiter. */
import type { Want } from '#/domain/limiter/budget.ts';
import { LANES, type Lane } from '#/domain/limiter/limiter.ts';

export interface WaitingLine<T> {
  /** True if the queue of this lane and method was empty. */
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
  // A set keeps the order of arrival and removes in constant time.
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

/** The longest timer of the platform. */
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
