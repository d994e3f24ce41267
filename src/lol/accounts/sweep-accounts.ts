/**
 * Reclaims syncs: claims without a heartbeat and failures that are due become pending again, and every pending sync gets a job. The state is
 * in the table, so the cause of a lost job does not matter.
 */
import { Type } from 'typebox';
import { findPendingSyncs, makeRetriesPending, takeBackLapsed } from './account-sync.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { publishAccountChange } from './account-notice.ts';
import {
  DEFAULT_LAPSE_SECONDS,
  SWEEP_ACCOUNTS,
  SYNC_ACCOUNT,
  type LolAccountsOptions,
} from './account-options.ts';

/** Limit per run; the rest follows in later runs. */
const MOST = 1_000;

export function createSweepAccounts(
  options: Pick<LolAccountsOptions, 'database' | 'lapseSeconds'>,
): JobKind<object> {
  const { database, lapseSeconds = DEFAULT_LAPSE_SECONDS } = options;
  return defineJob({
    kind: SWEEP_ACCOUNTS,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 5, maxDelaySeconds: 30 },
    timeoutSeconds: 60,
    concurrency: 1,
    schedule: { cron: '*/15 * * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      const lapsed = await takeBackLapsed(database, lapseSeconds);
      const retried = await makeRetriesPending(database);
      const pending = await findPendingSyncs(database, MOST);
      const sent = await jobs.sendMany(
        SYNC_ACCOUNT,
        pending.map(({ id, requestedAt }) => ({ account: id, requestedAt: requestedAt.toISOString() })),
      );
      for (const id of [...lapsed, ...retried]) await publishAccountChange(database, id);
      if (lapsed.length > 0) log.warn({ accounts: lapsed }, 'syncs without a heartbeat reclaimed');
      return lapsed.length + retried.length + sent === 0 ? skip('every pending sync has a job') : done();
    },
  });
}
