/**
 * The synchronisation of linked accounts, as the kinds of work that it consists of:
 *
 *   asked by a person, a visit, the schedule ──► pending ──► sync-account ──► completed | failed
 *                                                   ▲
 *                              sweep-accounts ──────┘ (claims without a heartbeat, failures whose time has come, lost jobs)
 */
import type { JobKind } from '../../define-job.ts';
import type { LolAccountsOptions } from './account-options.ts';
import { createScheduleSyncs } from './schedule-syncs.ts';
import { createSweepAccounts } from './sweep-accounts.ts';
import { createSyncAccount } from './sync-account.ts';

export function createLolAccountsKinds(options: LolAccountsOptions): readonly JobKind[] {
  return [createSyncAccount(options), createSweepAccounts(options), createScheduleSyncs(options)];
}
