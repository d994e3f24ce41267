/** Marks a goal whose work is done, with a summary for people that also says why there is no clip. */
import { Type } from 'typebox';
import {
  countClips,
  isReadyToSettle,
  lockClips,
  readSearchedGoal,
  settleGoal,
  type ClipCounts,
} from './goal-search.ts';
import { readSearchObstacle } from './goal-step.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { skip } from '#/runtime/jobs/job-outcome.ts';
import { publishFixtureChange } from '../fixture-notice.ts';
import { SETTLE_GOAL } from './clip-kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './clip-options.ts';
import { recordedStep, stepDone, stepSkipped } from './recorded-step.ts';

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
      if (goal === undefined) return skip('there is no such goal');
      if (goal.settledAt !== null) return skip('it is settled already');
      return recordedStep(database, { step: 'settle', goal }, context, () =>
        database.transaction(async (tx) => {
          await lockClips(tx, id);
          if (!(await isReadyToSettle(tx, id))) return stepSkipped('something of it is open again');
          const current = (await readSearchedGoal(tx, id)) ?? goal;
          const words = describeEnd(
            await countClips(tx, id),
            current.searches,
            await readSearchObstacle(tx, id),
          );
          await settleGoal(tx, id, upstreamTime(options), words);
          await publishFixtureChange(tx, goal.fixtureId);
          return stepDone(words);
        }),
      );
    },
  });
}

function describeEnd(
  counts: ClipCounts,
  searches: number,
  obstacle: Awaited<ReturnType<typeof readSearchObstacle>>,
): string {
  const { found, archived, duplicates, rejected, failed } = counts;
  if (found === 0 && searches === 0) {
    if (obstacle === null) return 'no site was searched';
    return `${obstacle.outcome === 'failed' ? 'it could not be searched for' : 'not searched'}: ${obstacle.reason}`;
  }
  const made = `${searches} ${searches === 1 ? 'search' : 'searches'}`;
  if (found === 0) return `nothing was found in ${made}`;
  return `${archived} archived of ${found} found in ${made}: ${duplicates} copies, ${rejected} rejected, ${failed} could not be had`;
}
