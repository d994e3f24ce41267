/**
 * Keeps the claim of a running sync alive, also during long waits: a heartbeat every quarter of the time after which the claim lapses. When
 * the claim is lost, the signal of the work aborts and nothing more is written.
 */
import type { Logger } from 'pino';
import { beatSync, type SyncClaim } from './account-sync.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { repeat } from '#/runtime/pause.ts';

/** Abort reason of a sync that another worker has claimed. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

export interface HoldingOptions {
  readonly database: Queryable;
  readonly claim: SyncClaim;
  readonly lapseSeconds: number;
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export async function whileHolding<T>(
  { database, claim, lapseSeconds, signal, log }: HoldingOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const over = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      if (!(await beatSync(database, claim)))
        lost.abort(new ClaimLost(`account ${claim.id} is synced by somebody else, or not at all any more`));
    } catch (error) {
      // After a longer outage another worker claims the sync, and the next heartbeat detects it.
      log.warn({ err: error, account: claim.id }, 'sync heartbeat not written');
    }
  };
  const beating = repeat((lapseSeconds * 1_000) / 4, over.signal, beat);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    over.abort();
    await beating;
  }
}
