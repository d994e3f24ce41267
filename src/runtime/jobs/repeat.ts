/** Doing something again and again, or for so long, or when somebody rings: loops that end when they are told to. */
import { pause } from '../pause.ts';

/** Resolves when `work` has ended, well or not, or when the time is up: for a stop that must not hang on what hangs. */
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

/** A doorbell: a ring while nobody waits is kept for the next one who does; many rings are one. */
export interface Bell {
  ring(): void;
  heard(): Promise<void>;
}

export function createBell(): Bell {
  let rung = false;
  let waiting: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      waiting?.();
    },
    async heard() {
      if (!rung) await new Promise<void>((resolve) => (waiting = resolve));
      waiting = null;
      rung = false;
    },
  };
}
