/** Calls `work` soon after it is asked for, and not again before `everyMs` have passed: many askings become one call. */
export function coalesce(work: () => void, everyMs: number): { ask(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    ask() {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, everyMs).unref();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
