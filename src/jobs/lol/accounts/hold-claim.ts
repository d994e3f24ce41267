/**
 * Keeps the claim of a sync alive while it runs, also while it waits long for an answer: a heartbeat every quarter of the time after
 * which the claim would lapse. When the claim is not ours any more the work's signal says so, and nothing more is written.
 */
import type { Logger } from 'pino';
import { beatSync, type SyncClaim } from '#/stores/postgres/account-sync.ts';
import type { Queryable } from '#/stores/postgres/database.ts';
import { repeat } from '../../repeat.ts';

/** The reason of the signal of a sync that somebody else has. */
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
      // Should it stay away for longer, somebody else goes on, and the next beat finds it out.
      log.warn({ err: error, account: claim.id }, 'the heartbeat of a sync could not be written');
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
