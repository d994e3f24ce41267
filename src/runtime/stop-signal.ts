/**
 * The request to stop: SIGTERM, SIGINT (Ctrl-C), SIGHUP (closed terminal), or the end of the launcher, which closes its
 * IPC channel. The first one starts an orderly stop. Further signals within REPEAT_MS are copies of it: one that is sent
 * to the process group arrives directly, through npm and through the launcher. A later one exits at once; the embedded
 * PostgreSQL then stops without writing its memory, and recovers at the next start (`postmaster.ts`).
 */
export interface StopSignal {
  /** Resolves with the exit code: 128 + the number of the signal, 0 after the end of the launcher. */
  readonly promise: Promise<number>;
  readonly signal: AbortSignal;
}

/** What is used of `process`. */
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
