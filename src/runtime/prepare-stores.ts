/**
 * Gets both stores ready for work: reachable, migrated, with an admin token. A store that is not there yet is waited
 * for, for ever and with back-off, because an external server may start later than we do; a wrong migration is final.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backoffDelayMs } from '#/domain/backoff.ts';
import { isStoreOutage } from './store-outage.ts';

const RETRY = { firstMs: 250, maxMs: 5_000 };

/** Repeats `work` until it gets through; only outages are repeated, and every other error is thrown at once. */
export async function untilStoresAnswer<T>(
  work: () => Promise<T>,
  options: { readonly log: Logger; readonly what: string; readonly signal: AbortSignal },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    options.signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isStoreOutage(error)) throw error;
      // Told once in full; after that only that it is still so.
      options.log[attempt === 1 ? 'warn' : 'debug'](
        { err: error, attempt },
        `${options.what} does not answer yet; trying again`,
      );
      await delay(backoffDelayMs(RETRY, attempt, Math.random()), undefined, { signal: options.signal });
    }
  }
}
