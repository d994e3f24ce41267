/**
 * What somebody decided about a goal by hand stands above what the upstream says: a goal that was hidden is not restored by being seen
 * again, one that was restored is not removed by being missed. Everything else that a poll tells of them is taken as of any other. Pure.
 */
import type { FollowedGoal, GoalChange, GoalDecision } from '#/domain/football/goal.ts';
import type { FollowedPoll } from '#/domain/football/goals/follow-goals.ts';
import type { GoalRow } from './goal.ts';

/** Changes that say whether a goal counts. */
const OF_STATE: ReadonlySet<GoalChange['kind']> = new Set(['stable', 'removed', 'restored']);

export function keepDecisions(known: readonly GoalRow[], followed: FollowedPoll): FollowedPoll {
  const decided = new Map(known.flatMap((goal) => (goal.byHand === null ? [] : [[goal.id, goal] as const])));
  if (decided.size === 0) return followed;
  const isFree = (id: string): boolean => !decided.has(id);
  return {
    ...followed,
    goals: followed.goals.map((goal) => {
      const before = decided.get(goal.id);
      return before?.byHand ? keepDecision(goal, before, before.byHand) : goal;
    }),
    changes: followed.changes.filter(({ goalId, kind }) => isFree(goalId) || !OF_STATE.has(kind)),
    newlyStable: followed.newlyStable.filter(isFree),
    newlyRemoved: followed.newlyRemoved.filter(isFree),
  };
}

function keepDecision(goal: FollowedGoal, before: GoalRow, decision: GoalDecision): FollowedGoal {
  const { removedAt, restoredAt } = before;
  if (decision === 'hidden') return { ...goal, state: 'removed', removedAt, restoredAt };
  return { ...goal, state: 'stable', stableAt: goal.stableAt ?? before.stableAt, removedAt, restoredAt };
}
