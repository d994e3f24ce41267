/**
 * Lets a few questions at a time through to the engine. The next ones wait in line, which is short, and not for long: beyond that
 * they are refused at once, because an answer that comes after everybody has left helps nobody and costs the others.
 * Whoever goes away while waiting leaves the line; whoever is inside hears it by the signal that they gave.
 */
export class GateFull extends Error {
  override readonly name = 'GateFull';
}

export interface QuestionGateOptions {
  readonly atOnce: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

export interface QuestionGateStats {
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
}

export interface QuestionGate {
  /** Rejects with `GateFull`, with the signal's reason, or as `work` does. */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  stats(): QuestionGateStats;
}

export function createQuestionGate({ atOnce, maxWaiting, maxWaitMs }: QuestionGateOptions): QuestionGate {
  const line = new Set<() => void>();
  let running = 0;
  let refused = 0;

  function refuse(reason: string): GateFull {
    refused += 1;
    return new GateFull(`${atOnce} questions run at once, and ${reason}`);
  }

  function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (line.size >= maxWaiting) throw refuse(`${line.size} wait already`);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line.delete(admit);
        clearTimeout(timer);
        signal.removeEventListener('abort', goAway);
      };
      // The place of whoever has just left is handed over, so nobody can slip in between.
      const admit = (): void => {
        leave();
        resolve();
      };
      const goAway = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        leave();
        reject(refuse(`none ended within ${maxWaitMs} ms`));
      }, maxWaitMs);
      signal.addEventListener('abort', goAway);
      line.add(admit);
    });
  }

  function exit(): void {
    const [next] = line;
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async run(work, signal) {
      await enter(signal);
      try {
        return await work();
      } finally {
        exit();
      }
    },
    stats: () => ({ running, waiting: line.size, refused }),
  };
}
