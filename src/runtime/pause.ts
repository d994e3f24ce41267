import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the time is up or the signal aborts. Unlike `timers/promises` it resolves on an abort: a stop is no error. */
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

const ANSWER_MS = 1_500;

/** The value, or `gap` on a failure or after the deadline: for reports that are read most when something is broken. */
export async function orElse<T, Gap>(answer: Promise<T>, gap: Gap): Promise<T | Gap> {
  const called = new AbortController();
  const deadline = delay(ANSWER_MS, gap, { signal: called.signal }).catch(() => gap);
  try {
    return await Promise.race([answer.catch(() => gap), deadline]);
  } finally {
    called.abort();
  }
}
