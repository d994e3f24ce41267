/**
 * Hands jobs to lanes: one for the writer, several for readers, each with a bounded queue in front. A long question holds
 * one lane and no other; when the queue is full or the wait too long, the caller hears TOO_MANY_SIMULTANEOUS_QUERIES at
 * once instead of hanging.
 */
import { refuse } from './exceptions.ts';
import type { Lane } from './lane.ts';

export interface LanePool {
  /** Waits for a free lane, then runs `work` with it. */
  use<T>(signal: AbortSignal, work: (lane: Lane) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface LanePoolOptions {
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

export function createLanePool(lanes: readonly Lane[], options: LanePoolOptions): LanePool {
  const free = [...lanes];
  const waiting: ((lane: Lane) => void)[] = [];

  function release(lane: Lane): void {
    const next = waiting.shift();
    if (next === undefined) free.push(lane);
    else next(lane);
  }

  function acquire(signal: AbortSignal): Promise<Lane> {
    const lane = free.pop();
    if (lane !== undefined) return Promise.resolve(lane);
    if (waiting.length >= options.maxWaiting)
      return Promise.reject(tooMany(`${waiting.length} queries wait already`));
    return new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        waiting.splice(waiting.indexOf(take), 1);
        finish();
        reject(error);
      };
      const take = (granted: Lane) => {
        finish();
        resolve(granted);
      };
      const onAbort = () =>
        leave(refuse('QUERY_WAS_CANCELLED', 'The client has gone while its query waited'));
      const timer = setTimeout(
        () => leave(tooMany(`no lane was free for ${options.maxWaitMs} ms`)),
        options.maxWaitMs,
      );
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      signal.addEventListener('abort', onAbort);
      waiting.push(take);
    });
  }

  return {
    async use(signal, work) {
      const lane = await acquire(signal);
      try {
        return await work(lane);
      } finally {
        release(lane);
      }
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

function tooMany(why: string) {
  return refuse('TOO_MANY_SIMULTANEOUS_QUERIES', `Too many simultaneous queries: ${why}`);
}
