/**
 * The order to stop: SIGTERM, Ctrl-C, a closed terminal, or the end of whoever launched us (its IPC channel closes).
 * The first one starts an orderly stop; a second Ctrl-C or SIGTERM means "at once".
 */
export interface StopSignal {
  readonly promise: Promise<void>;
  readonly signal: AbortSignal;
}

export function nextStopSignal(): StopSignal {
  const controller = new AbortController();
  const promise = new Promise<void>((resolve) => {
    const stop = (): void => {
      // 130: ended by the user, as shells have it.
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
      resolve();
    };
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stop);
    process.once('disconnect', () => controller.signal.aborted || stop());
  });
  return { promise, signal: controller.signal };
}
