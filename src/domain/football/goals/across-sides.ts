/**
 * Goals that change sides: the upstream had given one to the wrong team (a score of 1-1 that becomes 2-0). One side misses it and
 * the other has one more, in the same answer; it stays the goal that it was.
 */
import type { FollowedGoal } from '../goal.ts';
import { cheapestPairs } from './cheapest-pairs.ts';
import type { GoalRow } from './goal-row.ts';
import { ACROSS, isTold, likeness, LIKENESS_LIMIT, scorerOf, type ToldGoal } from './likeness.ts';
import { personDistance } from './same-person.ts';
import type { SideReading } from './side-reading.ts';

export function moveAcross(from: SideReading, to: SideReading): void {
  const told = from.missed.filter(isTold);
  const adopted = [...to.seen].filter(([goal]) => !isTold(goal) && goal.state === 'detected');
  const rows = [...to.fresh, ...adopted.map(([, row]) => row)];
  for (const [goal, row] of cheapestPairs(told, rows, LIKENESS_LIMIT, costAcross)) {
    leave(from, goal);
    const [adopter] = adopted.find(([, taken]) => taken === row) ?? [];
    if (adopter === undefined) to.fresh.splice(to.fresh.indexOf(row), 1);
    else {
      // The score came first, and made one of its own.
      to.seen.delete(adopter);
      to.missed.push(adopter);
    }
    to.seen.set(goal, row);
  }
  for (const goal of from.missed.filter((missed) => !isTold(missed)).slice(0, to.uncounted)) {
    leave(from, goal);
    to.uncounted -= 1;
    to.counted.push(goal);
  }
}

/** What has been missing for a while has been taken back, unless the same player is named again. */
function costAcross(goal: ToldGoal, row: GoalRow): number {
  const isSamePlayer = personDistance(scorerOf(goal), row.player) < 0;
  return goal.misses > 0 && !isSamePlayer ? Number.POSITIVE_INFINITY : likeness(goal, row, 0, ACROSS);
}

function leave({ missed }: SideReading, goal: FollowedGoal): void {
  missed.splice(missed.indexOf(goal), 1);
}
