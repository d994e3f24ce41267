/** Waiting that ends when it is told to. Unlike `timers/promises` it resolves then, because being stopped is no error. */
export function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    stop.addEventListener('abort', finish);
  });
}

/** Resolves when `work` has ended, well or not, or when the time is up: for a stop that must not wait for what hangs. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  work.then(end, end);
  await pause(Math.max(ms, 0), ended.signal);
}

/** Runs `work` again and again, `ms` after the last run ended, until stopped. `work` reports its own errors. */
export async function repeat(ms: number, stop: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    await work();
    await pause(ms, stop);
  }
}
