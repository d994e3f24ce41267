/**
 * The order of a match's goals, and what follows from it: the score before and after each, and the label. Minutes of injury time
 * count, removed goals do not, and a goal without a minute stands behind those that were seen before it.
 */
import type { FollowedGoal, ScoreLine } from '../goal.ts';
import { isTold } from './likeness.ts';

/** `positions`: of their rows in the newest answer, for goals of one minute that have no order yet. */
export function inMatchOrder(
  goals: readonly FollowedGoal[],
  positions: ReadonlyMap<FollowedGoal, number>,
): FollowedGoal[] {
  const rank = (goal: FollowedGoal): number =>
    goal.label === '' ? 1_000 + Number(positions.get(goal)) : goal.scoreAfter.home + goal.scoreAfter.away;
  // Whatever cannot be told keeps the order that it had, so that nothing changes places from poll to poll.
  const byHabit = (a: FollowedGoal, b: FollowedGoal): number =>
    rank(a) - rank(b) || a.firstSeenAt.getTime() - b.firstSeenAt.getTime() || a.id.localeCompare(b.id);
  const ordered: FollowedGoal[] = goals
    .filter(isTold)
    .sort((a, b) => a.minute - b.minute || (a.extraMinute ?? 0) - (b.extraMinute ?? 0) || byHabit(a, b));
  const untold = goals.filter((goal) => !isTold(goal));
  const byAge = (a: FollowedGoal, b: FollowedGoal): number =>
    a.firstSeenAt.getTime() - b.firstSeenAt.getTime() || byHabit(a, b);
  for (const goal of untold.sort(byAge)) {
    const before = ordered.findLastIndex(
      (other) => other.firstSeenAt.getTime() <= goal.firstSeenAt.getTime(),
    );
    ordered.splice(before + 1, 0, goal);
  }
  return ordered;
}

/** Score lines and labels of goals in match order. Those that were removed keep what they had. */
export function withScoreLines(goals: readonly FollowedGoal[], fixtureId: number): FollowedGoal[] {
  let score: ScoreLine = { home: 0, away: 0 };
  const counts = new Map<string, number>();
  return goals.map((goal) => {
    if (goal.state === 'removed' && goal.label !== '') return goal;
    const scoreBefore = score;
    score = { ...score, [goal.side]: score[goal.side] + 1 };
    const name = `${fixtureId}_${goal.teamId}_${playerWord(goal)}_Goal`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { ...goal, scoreBefore, scoreAfter: score, label: `${name}_${count}` };
  });
}

export function tellScore({ home, away }: ScoreLine): string {
  return `${home}-${away}`;
}

function playerWord({ playerId, playerName }: FollowedGoal): string {
  if (playerId !== null) return String(playerId);
  const plain = (playerName ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '');
  const word = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return word === '' ? 'unknown' : word;
}
