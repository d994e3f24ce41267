/** The request to stop a process, and the order in which its parts stop. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * SIGTERM, SIGINT (Ctrl-C), SIGHUP (closed terminal), or the end of the launcher, which closes its IPC channel. The first one
 * starts an orderly stop. Further signals within REPEAT_MS are copies of it: one that is sent to the process group arrives
 * directly, through npm and through the launcher. A later one exits at once; the embedded PostgreSQL then stops without a
 * checkpoint, and recovers at the next start (`postmaster.ts`).
 */
export interface StopSignal {
  /** Resolves with the exit code: 128 + the number of the signal, 0 after the end of the launcher. */
  readonly promise: Promise<number>;
  readonly signal: AbortSignal;
}

/** The part of `process` that is used. */
interface SignalSource {
  on(name: 'SIGTERM' | 'SIGINT' | 'SIGHUP', listener: (name: string, number: number) => void): unknown;
  once(name: 'disconnect', listener: () => void): unknown;
  exit(code: number): void;
}

export const REPEAT_MS = 2_000;

export function nextStopSignal(
  source: SignalSource = process,
  now: () => number = () => performance.now(),
): StopSignal {
  const controller = new AbortController();
  const promise = new Promise<number>((resolve) => {
    let stoppingSince: number | undefined;
    const stop = (exitCode: number): void => {
      stoppingSince = now();
      // The terminal may be gone; a failed write must not interrupt the stop.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
      resolve(exitCode);
      controller.abort();
    };
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      source.on(name, (_, number) => {
        if (stoppingSince === undefined) stop(128 + number);
        else if (now() - stoppingSince > REPEAT_MS) source.exit(128 + number);
      });
    }
    source.once('disconnect', () => stoppingSince ?? stop(0));
  });
  return { promise, signal: controller.signal };
}

export interface Shutdown {
  /** Registers how to stop a part that has just started. */
  onStop(name: string, stop: () => Promise<void> | void, maxMs?: number): void;
  /** Stops every part once, the last one first; later calls wait for the same run. */
  run(): Promise<void>;
}

const DEFAULT_STEP_MS = 5_000;

/** A part that fails or hangs is logged and abandoned after its deadline: the stores after it must still stop. */
export function createShutdown(log: Logger): Shutdown {
  const steps: { name: string; stop: () => Promise<void> | void; maxMs: number }[] = [];
  let running: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const { name, stop, maxMs } = step;
      const startedAt = performance.now();
      try {
        await withDeadline(stop, maxMs);
        log.debug({ part: name, ms: Math.round(performance.now() - startedAt) }, 'stopped');
      } catch (error) {
        log.error({ part: name, err: error }, 'did not stop cleanly');
      }
    }
  }

  return {
    onStop(name, stop, maxMs = DEFAULT_STEP_MS) {
      steps.push({ name, stop, maxMs });
    },
    run() {
      running ??= stopAll();
      return running;
    },
  };
}

/** Stops a part that may still be opening when the shutdown reaches it; one that failed to open needs no stop. */
export async function stopIfOpened(opening: Promise<{ stop(): Promise<void> }>): Promise<void> {
  const part = await opening.catch(() => undefined);
  await part?.stop();
}

async function withDeadline(work: () => Promise<void> | void, maxMs: number): Promise<void> {
  const ended = new AbortController();
  const deadline = delay(maxMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`still running after ${maxMs} ms`);
  });
  // When the work ends in time, the deadline is cancelled and its rejection is expected.
  deadline.catch(() => undefined);
  try {
    await Promise.race([work(), deadline]);
  } finally {
    ended.abort();
  }
}
