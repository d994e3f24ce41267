/** Requests the sync of an account: its state decides, under the row lock, and the job is sent in the same transaction. */
import { answerAsking, type AskingAnswer } from '#/domain/lol/account/sync-state.ts';
import { lockAccount, type AccountRow } from './account.ts';
import { makePending, type PendingSync } from './account-sync.ts';
import type { Database, Transaction } from '#/runtime/postgres/database.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { publishAccountChange } from './account-notice.ts';
import { DEFAULT_STALE_MINUTES, SYNC_ACCOUNT } from './account-options.ts';

export interface SyncRequest {
  readonly account: AccountRow;
  readonly answer: AskingAnswer['answer'];
}

/** Undefined if the account does not exist. */
export async function requestSync(
  deps: { readonly database: Database; readonly jobs: JobSender; readonly staleMinutes?: number | undefined },
  id: string,
  trigger: 'visit' | 'manual',
): Promise<SyncRequest | undefined> {
  const staleAfterMs = (deps.staleMinutes ?? DEFAULT_STALE_MINUTES) * 60_000;
  return deps.database.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    if (account === undefined) return undefined;
    const { answer } = answerAsking(account, trigger, { now: account.now, staleAfterMs });
    if (answer !== 'begin') return { account, answer };
    await sendSync(tx, deps.jobs, await makePending(tx, id, trigger));
    const begun = await lockAccount(tx, id);
    return { account: begun ?? account, answer };
  });
}

/** One job per request, so that a request during the end of a run is not lost. */
export async function sendSync(
  tx: Transaction,
  jobs: JobSender,
  { id, requestedAt }: PendingSync,
): Promise<void> {
  await jobs.send(SYNC_ACCOUNT, { account: id, requestedAt: requestedAt.toISOString() }, { tx });
  await publishAccountChange(tx, id);
}
