/** One run of the product: `node src/main.ts up` with stores of its own, pointed at the practice world. */
import { setTimeout as delay } from 'node:timers/promises';
import { startProduct, type Environment, type Product } from '../support/product.ts';
import type { KillMoment } from './kill-moments.ts';

/** What is told of one when it is over. */
export interface Life {
  /** Null: it lived until it was told to stop. */
  readonly moment: KillMoment | null;
  readonly livedMs: number;
  /** From the start of the process; null: it did not come so far. */
  readonly readyMs: number | null;
  readonly firstCallMs: number | null;
  /** Calls in flight when it was killed. */
  readonly inFlight: number;
  /** Bodies that had gone out, and were not kept. */
  readonly lostBodies: number;
  /** How long before the kill the oldest of them had gone out. */
  readonly oldestLostMs: number;
  /** How many games were in which state when it was over. */
  readonly games: Readonly<Record<string, number>>;
}

export interface RunningLife {
  readonly product: Product;
  readonly startedAt: number;
  readonly readyMs: () => number | null;
  /** Resolves with its address; rejects when it ends before, or takes too long. */
  untilReady(): Promise<string>;
}

const START_MS = 60_000;

export function beginLife(
  directory: string,
  environment: Environment,
  args: readonly string[] = [],
): RunningLife {
  const startedAt = performance.now();
  const product = startProduct(directory, environment, args);
  let readyAt: number | null = null;
  void product.ready.then(
    () => (readyAt = performance.now()),
    () => undefined, // Whoever waits for it is told.
  );
  return {
    product,
    startedAt,
    readyMs: () => (readyAt === null ? null : readyAt - startedAt),
    async untilReady() {
      const givingUp = new AbortController();
      const tooLong = delay(START_MS, null, { signal: givingUp.signal, ref: false });
      try {
        const url = await Promise.race([product.ready, tooLong]);
        if (url === null) throw new Error(`not ready within ${START_MS} ms:\n${product.log()}`);
        return url;
      } finally {
        givingUp.abort();
        await tooLong.catch(() => undefined); // It was given up.
      }
    },
  };
}
