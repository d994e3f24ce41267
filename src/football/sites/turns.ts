/** One at a time, in the order in which they came: a browser takes hundreds of megabytes. Whoever waits can give up without holding up the others. */

export type InTurn = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

export function createTurns(): InTurn {
  let last: Promise<void> = Promise.resolve();
  return async (work, signal) => {
    const before = last;
    const mine = Promise.withResolvers<void>();
    last = mine.promise;
    try {
      await orAborted(before, signal);
      return await work();
    } finally {
      // Also after giving up: the turn of the next comes when those before are done.
      void before.then(mine.resolve);
    }
  };
}

async function orAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    await Promise.race([turn, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
