/** Hiding a goal, or showing it again, by hand. Under the fixture's lock, as everything that is written about its goals. */
import type { GoalDecision, GoalState } from '#/domain/football/goal.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { lockFixtures } from './fixture.ts';
import { addGoalChanges, findGoal, openSearch, writeDecision, type GoalRow } from './goal.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { SEARCH_CLIPS } from './kinds.ts';
import { publishFixtureChange } from './fixture-notice.ts';

export interface DecideGoalDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  /** By the upstream's clock. */
  readonly upstreamNow: () => Date;
  readonly searchMinutes: number;
}

const BY_HAND = 'by hand';

/** False: there is no such goal. */
export async function decideGoal(
  { database, jobs, upstreamNow, searchMinutes }: DecideGoalDeps,
  id: string,
  decision: 'hide' | 'restore',
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const found = await findGoal(tx, id);
    if (found === undefined) return false;
    await lockFixtures(tx, [found.fixtureId]);
    const goal = (await findGoal(tx, id)) ?? found;
    const { state, byHand } = afterDecision(goal, decision);
    if (state === goal.state && byHand === goal.byHand) return true;
    const at = upstreamNow();
    await writeDecision(tx, id, { state, byHand, at });
    if (state !== goal.state) {
      const kind = state === 'removed' ? 'removed' : 'restored';
      await addGoalChanges(tx, [{ goalId: id, at, kind, before: null, after: BY_HAND }]);
      if (state === 'stable') {
        await openSearch(tx, [id], new Date(at.getTime() + searchMinutes * 60_000));
        await jobs.send(SEARCH_CLIPS, { goal: id }, { tx });
      }
    }
    await publishFixtureChange(tx, goal.fixtureId);
    return true;
  });
}

function afterDecision(
  goal: GoalRow,
  decision: 'hide' | 'restore',
): { readonly state: GoalState; readonly byHand: GoalDecision | null } {
  if (decision === 'hide') return { state: 'removed', byHand: 'hidden' };
  if (goal.state !== 'removed') return goal;
  // One that the upstream never took back is its again; only what it did take back needs somebody's word to stay.
  if (goal.byHand === 'hidden' && goal.misses === 0)
    return { state: goal.stableAt === null ? 'detected' : 'stable', byHand: null };
  return { state: 'stable', byHand: 'restored' };
}
