/**
 * Bounds how many jobs run at the same time, with a bounded queue in front: a long query occupies one lane and no other. When the queue
 * is full, or a job has waited too long, it is refused at once with TOO_MANY_SIMULTANEOUS_QUERIES.
 */
import { EngineError } from './protocol.ts';

export interface LaneOptions {
  readonly lanes: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

/** Runs the work when a lane is free. Aborting `signal` only ends the wait. */
export type Lanes = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

export function createLanes({ lanes, maxWaiting, maxWaitMs }: LaneOptions): Lanes {
  const waiting: (() => void)[] = [];
  let free = lanes;

  function enter(signal: AbortSignal): Promise<void> | undefined {
    if (free > 0) {
      free -= 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting) throw tooMany(`${waiting.length} queries are waiting already`);
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        end();
      };
      const take = () => settle(resolve);
      const leave = (error: EngineError): void => {
        waiting.splice(waiting.indexOf(take), 1);
        settle(() => reject(error));
      };
      const onAbort = () => leave(cancelled('while it was waiting'));
      const timer = setTimeout(() => leave(tooMany(`no lane was free for ${maxWaitMs} ms`)), maxWaitMs);
      signal.addEventListener('abort', onAbort);
      waiting.push(take);
    });
  }

  return async (signal, work) => {
    if (signal.aborted) throw cancelled('before it began');
    await enter(signal);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

function tooMany(why: string): EngineError {
  return new EngineError('202', 'TOO_MANY_SIMULTANEOUS_QUERIES', `Too many simultaneous queries: ${why}`);
}

function cancelled(when: string): EngineError {
  return new EngineError(
    '394',
    'QUERY_WAS_CANCELLED',
    `The client closed the connection of its query ${when}`,
  );
}
