/** Marks a goal whose work is done, with a summary for people that also says why there is no clip. */
import { Type } from 'typebox';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import { publishFixtureChange } from './fixture.ts';
import {
  countClips,
  isReadyToSettle,
  lockClips,
  readSearchedGoal,
  settleGoal,
  type ClipCounts,
} from './goal-search.ts';
import { SETTLE_GOAL } from './kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './options.ts';
import { readSearchObstacle, recordedStep, stepDone, stepSkipped } from './steps.ts';

/**
 * To be called by the transaction that closes the search or a clip of a goal, with the lock of its clips held: then the last one to commit
 * sees that everything is closed, and sends the only job.
 */
export async function settleWhenReady(tx: Transaction, jobs: JobSender, goalId: string): Promise<void> {
  if (await isReadyToSettle(tx, goalId)) await jobs.send(SETTLE_GOAL, { goal: goalId }, { tx });
}

export function createSettleGoal(options: ClipWorkOptions): JobKind<{ goal: string }> {
  const { database } = options;
  return defineJob({
    kind: SETTLE_GOAL,
    payload: Type.Object({ goal: Type.String({ format: 'uuid' }) }),
    key: ({ goal }) => goal,
    onePerKey: true,
    retry: { limit: 1, firstDelaySeconds: 1, maxDelaySeconds: 1 },
    timeoutSeconds: 10,
    concurrency: 4,
    async handle({ goal: id }, context) {
      const goal = await readSearchedGoal(database, id);
      if (goal === undefined) return skip('the goal does not exist');
      if (goal.settledAt !== null) return skip('the goal is settled already');
      return recordedStep(database, { step: 'settle', goal }, context, () =>
        database.transaction(async (tx) => {
          await lockClips(tx, id);
          if (!(await isReadyToSettle(tx, id))) return stepSkipped('the search or a clip is open again');
          const { searches } = (await readSearchedGoal(tx, id)) ?? goal;
          const words = describeEnd(await countClips(tx, id), searches, await readSearchObstacle(tx, id));
          await settleGoal(tx, id, upstreamTime(options), words);
          await publishFixtureChange(tx, goal.fixtureId);
          return stepDone(words);
        }),
      );
    },
  });
}

function describeEnd(
  { found, archived, duplicates, rejected, failed }: ClipCounts,
  searches: number,
  obstacle: Awaited<ReturnType<typeof readSearchObstacle>>,
): string {
  if (found === 0 && searches === 0) {
    if (obstacle === null) return 'no site was searched';
    return `${obstacle.outcome === 'failed' ? 'the search failed' : 'not searched'}: ${obstacle.reason}`;
  }
  const made = `${searches} ${searches === 1 ? 'search' : 'searches'}`;
  if (found === 0) return `nothing was found in ${made}`;
  return `${archived} archived of ${found} found in ${made}: ${duplicates} copies, ${rejected} rejected, ${failed} could not be downloaded`;
}
