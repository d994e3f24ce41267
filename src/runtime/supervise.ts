/** Loops of a process: work that repeats until it is stopped, waits for a dependency, and calls that are combined. */
import type { Logger } from 'pino';
import { backoffDelayMs } from '#/domain/backoff.ts';
import { pause } from './pause.ts';

export interface Supervised {
  /** Resolves when the current run has ended; no other starts. */
  stop(): Promise<void>;
}

export interface SuperviseOptions {
  /** Pause after the end of a run, unless the run returned another one. */
  readonly everyMs: number;
  /** An error ends only the run that threw it. */
  readonly onError: (error: unknown) => void;
}

/** Runs `run` again and again. It returns the pause until the next run in ms, or nothing for the usual one. */
export function supervise(
  run: (stopping: AbortSignal) => Promise<number | void>,
  { everyMs, onError }: SuperviseOptions,
): Supervised {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const pauseMs = await run(stopping.signal).catch((error: unknown) => {
        onError(error);
      });
      await pause(typeof pauseMs === 'number' ? pauseMs : everyMs, stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

export interface UntilAvailableOptions {
  /** The name of the dependency, for the log. */
  readonly what: string;
  /** Only these errors are retried; any other is thrown at once. */
  readonly isOutage: (error: unknown) => boolean;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const RETRY = { firstMs: 250, maxMs: 5_000 };

/** Repeats `work` with back-off until the dependency answers: an external server may start later than this process. */
export async function untilAvailable<T>(
  work: () => Promise<T>,
  { what, isOutage, log, signal }: UntilAvailableOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
      // Later attempts would only repeat the warning.
      log[attempt === 1 ? 'warn' : 'debug']({ err: error, what, attempt }, 'no answer yet, retrying');
      await pause(backoffDelayMs(RETRY, attempt, Math.random()), signal);
    }
  }
}

/** Combines calls: `work` runs `delayMs` after the first `ask`, once for all calls until then. */
export function coalesce(work: () => void, delayMs: number): { ask(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    ask() {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, delayMs).unref();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
