/**
 * Whoever closes something of a goal (the search, a clip) asks here, in the transaction that closes it and with the goal's clips locked:
 * so the last one to commit sees that everything is closed, and exactly one settles the goal.
 */
import type { Transaction } from '#/runtime/postgres/database.ts';
import { isReadyToSettle } from './goal-search.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { SETTLE_GOAL } from './clip-kinds.ts';

export async function settleWhenReady(tx: Transaction, jobs: JobSender, goalId: string): Promise<void> {
  if (await isReadyToSettle(tx, goalId)) await jobs.send(SETTLE_GOAL, { goal: goalId }, { tx });
}
