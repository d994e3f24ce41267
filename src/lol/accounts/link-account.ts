/** Links the account of a Riot ID and starts its sync. A linked account is left unchanged unless its sync failed. */
import { linkAccount, type AccountRow } from './account.ts';
import { makePending } from './account-sync.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { CallFailure } from '#/upstream/retry.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { findByRiotId, type FindPlayerDeps, type WantedPlayer } from '../find-player.ts';
import { sendSync } from './request-sync.ts';

export type Linking =
  | { readonly type: 'linked'; readonly account: AccountRow; readonly isNew: boolean }
  | { readonly type: 'notFound' }
  | { readonly type: 'failure'; readonly failure: CallFailure };

export async function linkByRiotId(
  deps: FindPlayerDeps & { readonly database: Database; readonly jobs: JobSender },
  wanted: WantedPlayer,
  signal: AbortSignal,
): Promise<Linking> {
  const found = await findByRiotId(deps, wanted, { lane: 'person', signal });
  if (found.type !== 'player') return found;
  return deps.database.transaction(async (tx) => {
    const linked = await linkAccount(tx, found.player);
    const { id, state } = linked.account;
    if (linked.isNew) await sendSync(tx, deps.jobs, linked.account);
    else if (state === 'failed') await sendSync(tx, deps.jobs, await makePending(tx, id, 'linked'));
    return { type: 'linked', ...linked };
  });
}
