/**
 * Does not believe in health that is only asserted: when jobs of a kind are due, none runs here, and none was claimed or
 * ended for a while, the worker is stuck whatever it says of itself, and is made anew.
 */
export interface WatchdogOptions {
  readonly stuckAfterMs: number;
  readonly onStuck: (kind: string) => void;
}

interface WorkerSight {
  readonly kind: string;
  readonly hasDueJobs: boolean;
  readonly running: number;
  readonly lastProgressAt: number;
}

export interface Watchdog {
  /** Call it with every look at the workers; `now` is on the clock of `lastProgressAt`. */
  look(sights: readonly WorkerSight[], now: number): void;
}

export function createWatchdog({ stuckAfterMs, onStuck }: WatchdogOptions): Watchdog {
  const dueSince = new Map<string, number>();
  return {
    look(sights, now) {
      for (const sight of sights) {
        if (!sight.hasDueJobs || sight.running > 0) {
          dueSince.delete(sight.kind);
          continue;
        }
        const since = Math.max(dueSince.get(sight.kind) ?? now, sight.lastProgressAt);
        dueSince.set(sight.kind, since);
        if (now - since <= stuckAfterMs) continue;
        // The new worker gets the full time too, however long it needs for its first claim.
        dueSince.set(sight.kind, now);
        onStuck(sight.kind);
      }
    },
  };
}
