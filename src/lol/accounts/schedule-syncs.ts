/** Syncs accounts that were not visited for a while. */
import { Type } from 'typebox';
import { makeStalePending } from './account-sync.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { DEFAULT_STALE_MINUTES, SWEEP_ACCOUNTS, type LolAccountsOptions } from './account-options.ts';
import { publishAccountChange } from './account-notice.ts';

const HOURLY = { cron: '0 * * * *', timeZone: 'UTC' };

export function createScheduleSyncs(
  options: Pick<LolAccountsOptions, 'database' | 'staleMinutes' | 'schedule'>,
): JobKind<object> {
  const { database, staleMinutes = DEFAULT_STALE_MINUTES, schedule = HOURLY } = options;
  return defineJob({
    kind: 'lol/schedule-syncs',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 4, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    concurrency: 1,
    ...(schedule !== null && { schedule: { ...schedule, missed: 'once' as const, payload: {} } }),
    async handle(_payload, { jobs }) {
      const stale = await database.transaction(async (tx) => {
        const ids = await makeStalePending(tx, staleMinutes);
        for (const id of ids) await publishAccountChange(tx, id);
        if (ids.length > 0) await jobs.send(SWEEP_ACCOUNTS, {}, { tx });
        return ids;
      });
      return stale.length === 0 ? skip('no account is stale') : done();
    },
  });
}
