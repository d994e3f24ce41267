/**
 * What one answer says of one side's goals: which of the known ones it tells of, which it leaves out, what is new. The rows say who
 * and when, the score says how many, and each can be late or wrong, so they are read together:
 *
 * 1. Rows are paired with the goals that they tell of (`pair-rows.ts`).
 * 2. A row for which there is no goal may tell of one that was removed, or of one that only the score told of so far.
 * 3. A goal without a row that the score still counts is there. Only what neither tells of is missed.
 * 4. What the score counts and nobody tells of is a goal without a row.
 */
import type { FollowedGoal } from '../goal.ts';
import { cheapestPairs } from './cheapest-pairs.ts';
import type { GoalRow } from './goal-row.ts';
import { AFTER_A_GAP, isTold, likeness, LIKENESS_LIMIT } from './likeness.ts';
import { minutesApart } from './match-minute.ts';
import { bySeniority, minutesSince, pairRows, takeRow, type AnsweredSide } from './pair-rows.ts';

/** Longer than any match. */
const ANY_TIME_MS = 24 * 60 * 60_000;

export interface SideReading {
  readonly score: number | null;
  /** Known goals with the row that tells of each; removed ones too, which come back by it. */
  readonly seen: Map<FollowedGoal, GoalRow>;
  readonly fresh: GoalRow[];
  readonly held: readonly GoalRow[];
  /** Without a row, but the score counts them. */
  readonly counted: FollowedGoal[];
  /** Neither a row nor the score has room for them. */
  readonly missed: FollowedGoal[];
  /** How many goals the score counts that nobody tells of. */
  uncounted: number;
}

export interface SideState extends Omit<AnsweredSide, 'longUntold'> {
  /** Not removed. */
  readonly live: readonly FollowedGoal[];
  readonly removed: readonly FollowedGoal[];
  /** Rows beside which a decision stands that takes their goal back. */
  readonly cancelled: ReadonlySet<GoalRow>;
  readonly at: Date;
}

export function readSide(state: SideState): SideReading {
  const told = state.live.filter(isTold);
  const untold = state.live.filter((goal) => !isTold(goal));
  const longUntold = untold.filter((goal) => goal.state === 'stable').length;
  const { seen, fresh, held } = pairRows(told, { ...state, longUntold });
  // Goals that stand come first: while they fill the score, nothing that was taken back has come back.
  const isScoreAhead = untold.some(({ sightings }) => sightings > 0);
  for (const [goal, row] of restored(fresh, state)) {
    const standing = told.filter((other) => !seen.has(other)).length + seen.size;
    const isCounted = standing < (state.score ?? Number.POSITIVE_INFINITY);
    if (isCounted && (isScoreAhead || !state.cancelled.has(row))) takeRow(seen, fresh, goal, row);
    else held.push(...fresh.splice(fresh.indexOf(row), 1));
  }
  const silent = told.filter((goal) => !seen.has(goal)).sort(bySeniority);
  // Without a score nobody is counted, and what only the score told of is left alone.
  const room = state.score === null ? 0 : Math.max(0, state.score - seen.size - fresh.length);
  const countedTold = silent.slice(0, room);
  const left = room - countedTold.length;
  for (const [goal, row] of adopted(untold, fresh, untold.length - left, state))
    takeRow(seen, fresh, goal, row);
  const waiting = untold.filter((goal) => !seen.has(goal)).sort(bySeniority);
  const countedUntold = waiting.slice(0, left);
  return {
    score: state.score,
    seen,
    fresh,
    held,
    counted: [...countedTold, ...countedUntold],
    missed: [...silent.slice(room), ...(state.score === null ? [] : waiting.slice(left))],
    uncounted: left - countedUntold.length,
  };
}

/** What was scored after a goal had been removed is another goal. */
function restored(fresh: readonly GoalRow[], state: SideState): Map<FollowedGoal, GoalRow> {
  return cheapestPairs(state.removed.filter(isTold), fresh, LIKENESS_LIMIT, (goal, row) => {
    const isSameMinute = minutesApart(goal, row) === 0;
    const wasBefore = seenAbout(row, state) <= Number(goal.removedAt);
    return isSameMinute || wasBefore ? likeness(goal, row, 0, AFTER_A_GAP) : Number.POSITIVE_INFINITY;
  });
}

/** Only as many as the score has no room for beside the rows: a row may well tell of another goal. */
function adopted(
  untold: readonly FollowedGoal[],
  fresh: readonly GoalRow[],
  most: number,
  state: SideState,
): [FollowedGoal, GoalRow][] {
  const cost = (goal: FollowedGoal, row: GoalRow): number =>
    Math.min(Math.abs(goal.firstSeenAt.getTime() - seenAbout(row, state)), ANY_TIME_MS);
  const pairs = [...cheapestPairs(untold, fresh, ANY_TIME_MS, cost)];
  pairs.sort(([goalA, rowA], [goalB, rowB]) => cost(goalA, rowA) - cost(goalB, rowB));
  return pairs.slice(0, Math.max(0, most));
}

/** When a row's goal was scored, by the clock of the match and roughly. */
function seenAbout(row: GoalRow, state: SideState): number {
  return state.at.getTime() - minutesSince(row, state) * 60_000;
}
