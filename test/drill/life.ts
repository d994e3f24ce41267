/** One run of the product: `node src/main.ts up` with stores of its own, pointed at the practice world. */
import { setTimeout as delay } from 'node:timers/promises';
import { startProduct, type Environment, type Product } from '../support/product.ts';

export interface RunningLife {
  readonly product: Product;
  readonly startedAt: number;
  readonly readyMs: () => number | null;
  /** Resolves with its address; rejects when it ends before, or takes too long. */
  untilReady(): Promise<string>;
}

/** Far beyond any start: on a machine with much other load one took over a minute. */
const START_MS = 300_000;

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
