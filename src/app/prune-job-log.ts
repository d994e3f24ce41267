/**
 * Deletes old rows: the job log after some days, processes unseen for a day, unused budgets, samples and unknown names after a week, ended
 * verifications after a month. It deletes in small independent steps, so it blocks nothing and can be interrupted.
 */
import { forgetEndedLookups, forgetUnknownNames } from '#/match/people.ts';
import { pruneTasks } from '#/match/project/projection-task.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { pruneJobLog } from '#/runtime/jobs/job-log.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import { pruneSamples } from '#/runtime/postgres/operations.ts';
import { forgetUnusedBudgets } from '#/upstream/permit.ts';
import { Type } from 'typebox';

export interface PruneJobLogDependencies {
  readonly database: Database;
  readonly now: () => Date;
  readonly days: number;
}

const DAY_MS = 86_400_000;
const CHUNK = 5_000;

export function createPruneJobLog({
  database,
  now,
  days,
}: PruneJobLogDependencies): JobKind<{ days: number }> {
  return defineJob({
    kind: 'maintenance/prune-job-log',
    payload: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 3_650 }) }),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 5, firstDelaySeconds: 60, maxDelaySeconds: 3_600 },
    concurrency: 1,
    schedule: { cron: '17 4 * * *', timeZone: 'UTC', missed: 'once', payload: { days } },
    async handle(payload, { signal, log }) {
      const olderThan = new Date(now().getTime() - payload.days * DAY_MS);
      let ends = 0;
      for (let deleted = CHUNK; deleted === CHUNK; ends += deleted) {
        signal.throwIfAborted();
        deleted = await pruneJobLog(database, olderThan, CHUNK);
      }
      const forgotten = {
        ends,
        processes: await forgetSilentProcesses(database, new Date(now().getTime() - DAY_MS)),
        budgets: await forgetUnusedBudgets(database),
        samples: await pruneSamples(database),
        names: await forgetUnknownNames(database),
        lookups: await forgetEndedLookups(database),
        tasks: await pruneTasks(database),
      };
      log.info(forgotten, 'job log pruned');
      return Object.values(forgotten).every((rows) => rows === 0) ? skip('nothing to prune') : done();
    },
  });
}

async function forgetSilentProcesses(db: Queryable, notSeenSince: Date): Promise<number> {
  const rows = await db.query('delete from gamekeeper.process where seen_at < $1 returning 1', [
    notSeenSince,
  ]);
  return rows.length;
}
