/**
 * Stops what was started, last one first. Each step has its share of time; one that fails or hangs is told of and
 * left behind, because the steps after it (the stores) matter more than it does.
 */
import type { Logger } from 'pino';
import { setTimeout as delay } from 'node:timers/promises';

export interface Shutdown {
  /** Names what has just been started and how to stop it. */
  onStop(name: string, stop: () => Promise<void> | void, maxMs?: number): void;
  /** Runs every step once; later calls wait for the same run. */
  run(): Promise<void>;
}

const DEFAULT_STEP_MS = 5_000;

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

async function withDeadline(work: () => Promise<void> | void, maxMs: number): Promise<void> {
  const abandoned = new AbortController();
  const deadline = delay(maxMs, undefined, { signal: abandoned.signal }).then(() => {
    throw new Error(`still running after ${maxMs} ms`);
  });
  // When the work wins, the deadline is called off and its rejection is expected.
  deadline.catch(() => undefined);
  try {
    await Promise.race([work(), deadline]);
  } finally {
    abandoned.abort();
  }
}
