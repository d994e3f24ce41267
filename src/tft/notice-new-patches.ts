/**
 * Refreshes names when a new patch has begun, so that new units have names within minutes. The projector discovers patches first, in a
 * thread without a job engine, so this job polls the calendar with one small query.
 *
 * The handled patches are stored in the transaction that sends the refresh: none is missed or sent twice. Upstreams often publish the files
 * hours after the first match, so the refresh is repeated later on the same day.
 */
import { Type } from 'typebox';
import { begunPatches } from '#/domain/tft/patch-calendar.ts';
import type { Database, Transaction } from '#/runtime/postgres/database.ts';
import { listPatches, noteBegunPatches } from './patch.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { REFRESH_TFT_NAMES } from './refresh-tft-names.ts';

export interface NoticeNewPatchesDependencies {
  readonly database: Database;
  readonly now: () => Date;
}

const HOUR_MS = 3_600_000;
const ASK_AFTER_HOURS = [0, 2, 8];

export function createNoticeNewPatches(dependencies: NoticeNewPatchesDependencies): JobKind<object> {
  const { database, now } = dependencies;
  return defineJob({
    kind: 'names/notice-new-patches',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 10, maxDelaySeconds: 60 },
    concurrency: 1,
    timeoutSeconds: 60,
    schedule: { cron: '*/2 * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      const begun = begunPatches(await listPatches(database), now().getTime());
      const news = await database.transaction(async (tx) => {
        const fresh = await noteBegunPatches(tx, begun);
        if (fresh.length > 0) await sendRefreshes(jobs, tx, now());
        return fresh;
      });
      if (news.length === 0) return skip('no new patch');
      log.info({ patches: news }, 'new patches, refreshing names');
      return done();
    },
  });
}

/** Each with its own key: the daily refresh may be running with older files. */
async function sendRefreshes(jobs: JobSender, tx: Transaction, now: Date): Promise<void> {
  for (const hours of ASK_AFTER_HOURS) {
    const later = hours === 0 ? {} : { startAfter: new Date(now.getTime() + hours * HOUR_MS) };
    await jobs.send(REFRESH_TFT_NAMES, {}, { tx, key: `new patch, after ${hours} h`, ...later });
  }
}
