/**
 * The job kinds that synchronise linked accounts:
 *
 *   request, visit, schedule ──► pending ──► sync-account ──► completed | failed
 *                                  ▲
 *             sweep-accounts ──────┘ (claims without a heartbeat, retries that are due, lost jobs)
 */
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import type { LolAccountsOptions } from './account-options.ts';
import { createScheduleSyncs } from './schedule-syncs.ts';
import { createSweepAccounts } from './sweep-accounts.ts';
import { createSyncAccount } from './sync-account.ts';

export function createLolAccountsKinds(options: LolAccountsOptions): readonly JobKind[] {
  return [createSyncAccount(options), createSweepAccounts(options), createScheduleSyncs(options)];
}
