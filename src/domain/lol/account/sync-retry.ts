/** When a sync that failed is tried again by itself: soon at first, then ever later, and at least once an hour for as long as it fails. */
import { backoffDelayMs, type BackoffPolicy } from '../../backoff.ts';

const RETRIES: BackoffPolicy = { firstMs: 30_000, maxMs: 3_600_000 };

/** `failures` in a row, this one included; an upstream that says when to come back is not asked before. */
export function nextSyncRetry(failures: number, now: Date, random: number, atLeastMs = 0): Date {
  return new Date(now.getTime() + Math.max(backoffDelayMs(RETRIES, failures, random), atLeastMs));
}
