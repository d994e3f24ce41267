/**
 * How much a row of an answer looks like a goal that is known, or like another row. Lower is more alike; above the limit it is not
 * the same. Nothing of what the upstream says of a goal is certain (scorer, minute and place in the list all change), so each
 * counts a little.
 */
import type { FollowedGoal } from '../goal.ts';
import type { GoalRow } from './goal-row.ts';
import { minutesApart } from './match-minute.ts';
import { personDistance, type Person } from './same-person.ts';

/** A goal that a row told of; one that is known from the score alone has no minute. */
export type ToldGoal = FollowedGoal & { readonly minute: number };

export function isTold(goal: FollowedGoal): goal is ToldGoal {
  return goal.minute !== null;
}

export function scorerOf({ playerId, playerName }: FollowedGoal): Person {
  return { id: playerId, name: playerName };
}

/** Above it, they are not the same. */
export const LIKENESS_LIMIT = 24;
export const NOT_ALIKE = Number.POSITIVE_INFINITY;
const PER_PLACE = 1.5;
const FORMERLY = 1;
const MOST_APART_WHEN_DOUBLED = 2;

/** How many minutes a goal may have moved between two answers, by what is known of the scorer, and what each of them counts. */
export interface Reach {
  readonly same: number;
  readonly unknown: number;
  readonly other: number;
  readonly perMinute: number;
}

/** While the score has room for both of them: the minute says more than the name, as players score twice. */
export const NEAR: Reach = { same: 3, unknown: 3, other: 1, perMinute: 4 };
/** When it counts only one of them, and the row is of a goal some time ago: its story was changed. */
export const FAR: Reach = { same: 12, unknown: 6, other: 6, perMinute: 1 };
/** When it counts only one of them, and the row is of a moment ago: it may as well be a new goal. */
export const FAR_BUT_RECENT: Reach = { same: 3, unknown: 3, other: 3, perMinute: 1 };
/** For what has been missing: another goal may have been scored since. */
export const AFTER_A_GAP: Reach = { same: 2, unknown: 1, other: 0, perMinute: 1 };
/** For a row that looks like another one, of which only one counts: it must not be taken for a third goal nearby. */
export const DOUBLED: Reach = { same: 1, unknown: 0, other: -1, perMinute: 4 };
export const DOUBLED_FAR: Reach = { same: 3, unknown: 2, other: -1, perMinute: 1 };
/** For what may be a kick of the shoot-out. */
export const DOUBTFUL: Reach = { same: 1, unknown: 0, other: -1, perMinute: 4 };
/** From one side to the other. */
export const ACROSS: Reach = { same: 3, unknown: 1, other: 1, perMinute: 1 };

/** `places`: how far apart they stand in their lists. */
export function likeness(goal: ToldGoal, row: GoalRow, places: number, reach: Reach): number {
  const apart = minutesApart(goal, row);
  // Names are compared last: that costs the most, and most goals are far apart.
  if (apart > Math.max(reach.same, reach.unknown, reach.other)) return NOT_ALIKE;
  const person = scorerDistance(goal, row.player);
  const most = person < 0 ? reach.same : person === 0 ? reach.unknown : reach.other;
  // What was not there a moment ago is less likely to be meant than what was.
  return apart > most ? NOT_ALIKE : apart * reach.perMinute + person + places * PER_PLACE + goal.misses;
}

/** By who is named now; or, a little less, by who was named before. */
function scorerDistance(goal: FollowedGoal, player: Person): number {
  const now = personDistance(scorerOf(goal), player);
  const before = Math.min(...goal.formerScorers.map((scorer) => personDistance(scorer, player)), 0);
  return before < 0 ? Math.min(now, before + FORMERLY) : now;
}

/** One goal can be told twice, with its minute or its scorer in two versions. */
export function looksDoubled(row: GoalRow, other: GoalRow): boolean {
  const apart = minutesApart(row, other);
  if (apart > MOST_APART_WHEN_DOUBLED) return false;
  const person = personDistance(row.player, other.player);
  return apart <= (person < 0 ? MOST_APART_WHEN_DOUBLED : person === 0 ? 1 : 0);
}
