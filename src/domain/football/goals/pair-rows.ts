/**
 * Which row of an answer tells of which goal, and which rows are one goal told twice. A row goes to the goal that it looks like; what
 * is left over is decided by the score, which says how many goals there are:
 *
 * - a row beyond that number that looks like another row is the same goal told twice: held;
 * - a goal without a row and a row without a goal, when there is no room for both, are one goal whose story was changed.
 */
import type { FollowedGoal } from '../goal.ts';
import { cheapestPairs } from './cheapest-pairs.ts';
import type { GoalRow } from './goal-row.ts';
import {
  AFTER_A_GAP,
  DOUBLED,
  DOUBLED_FAR,
  DOUBTFUL,
  FAR,
  FAR_BUT_RECENT,
  likeness,
  LIKENESS_LIMIT,
  looksDoubled,
  NEAR,
  NOT_ALIKE,
  scorerOf,
  type ToldGoal,
} from './likeness.ts';
import { isLater } from './match-minute.ts';
import { isNameless } from './same-person.ts';

export interface AnsweredSide {
  readonly rows: readonly GoalRow[];
  /** Null: it is not told. */
  readonly score: number | null;
  /** By the clock of the match; null when it is not told. */
  readonly minute: number | null;
  /** How many goals the score has counted for so long without a row that a row like another one is hardly theirs. */
  readonly longUntold: number;
}

/** Of two stories of one goal, when the score has no room for both. */
const FAR_LIMIT = 14;
/** So long a goal can take to be told. */
const RECENT_MINUTES = 4;

interface Pairing {
  readonly seen: Map<FollowedGoal, GoalRow>;
  readonly fresh: GoalRow[];
  readonly held: GoalRow[];
}

export function pairRows(told: readonly ToldGoal[], state: AnsweredSide): Pairing {
  const { rows, score } = state;
  const places = new Map<object, number>(
    [...told.entries(), ...rows.entries()].map(([at, item]) => [item, at]),
  );
  const doubled = new Set(rows.filter((row) => isDoubledIn(row, rows)));
  const most = score ?? Number.POSITIVE_INFINITY;
  const areTooMany = rows.length > most;
  const isGoing = ({ misses }: ToldGoal): boolean => misses > 0 && told.length > most;
  /** Of two rows that tell of one goal, one is too many: it names no nameless goal beside it, and brings none back that is going. */
  const isTooMuch = (goal: ToldGoal, row: GoalRow): boolean =>
    areTooMany &&
    doubled.has(row) &&
    (isGoing(goal) || (isNameless(scorerOf(goal)) && !isNameless(row.player)));
  const near = cheapestPairs(told, rows, LIKENESS_LIMIT, (goal, row) => {
    if (isTooMuch(goal, row)) return NOT_ALIKE;
    const apart = Math.abs(Number(places.get(goal)) - Number(places.get(row)));
    return likeness(goal, row, apart, row.isDoubtful ? DOUBTFUL : doubled.has(row) ? DOUBLED : NEAR);
  });
  const seen = new Map<FollowedGoal, GoalRow>(near);
  const paired = new Set(seen.values());
  const fresh = rows.filter((row) => !paired.has(row) && !row.isDoubtful);
  const silent = (): ToldGoal[] => told.filter((goal) => !seen.has(goal));
  /** Goals and rows together, beyond what the score counts. Without a score, every row that is new. */
  const surplus = (): number =>
    Math.max(0, silent().length + seen.size + fresh.length - (score ?? told.length));
  const farCost = (goal: ToldGoal, row: GoalRow): number => {
    const mayBeNew = minutesSince(row, state) <= RECENT_MINUTES && isLater(row, goal);
    return likeness(goal, row, 0, mayBeNew ? (goal.misses > 0 ? AFTER_A_GAP : FAR_BUT_RECENT) : FAR);
  };
  const pairFar = (cost: (goal: ToldGoal, row: GoalRow) => number): void => {
    const pairs = [...cheapestPairs(silent(), fresh, FAR_LIMIT, cost)];
    pairs.sort(([goalA, rowA], [goalB, rowB]) => cost(goalA, rowA) - cost(goalB, rowB));
    for (const [goal, row] of pairs.slice(0, surplus())) takeRow(seen, fresh, goal, row);
  };
  // A row that is told twice is given to nobody far away until its double is out of the way.
  pairFar((goal, row) => {
    if (isTooMuch(goal, row)) return NOT_ALIKE;
    return doubled.has(row) ? likeness(goal, row, 0, areTooMany ? DOUBLED_FAR : NEAR) : farCost(goal, row);
  });
  // As many rows as the score counts: a goal that only one bad answer told of is less likely than any of them.
  const unlikely = areTooMany ? 0 : silent().filter((goal) => goal.state === 'detected').length;
  const { rows: held, goals: heldGoals } = hold(seen, fresh, surplus() - unlikely + state.longUntold);
  pairFar((goal, row) => (heldGoals.has(goal) ? NOT_ALIKE : farCost(goal, row)));
  giveBackRows(seen, silent(), farCost, surplus());
  return { seen, fresh, held };
}

/**
 * One bad answer can lead a goal astray, so that the next good row begins a goal of its own. While that one is young and the score
 * has no room for both, the elder takes its row back.
 */
function giveBackRows(
  seen: Map<FollowedGoal, GoalRow>,
  silent: readonly ToldGoal[],
  costOf: (goal: ToldGoal, row: GoalRow) => number,
  surplus: number,
): void {
  const stable = silent.filter(({ state }) => state === 'stable');
  const young = [...seen].filter(([{ state }]) => state === 'detected');
  const pairs = cheapestPairs(stable, young, FAR_LIMIT, (goal, [, row]) => costOf(goal, row));
  for (const [goal, [youngest, row]] of [...pairs].slice(0, surplus)) {
    seen.delete(youngest);
    seen.set(goal, row);
  }
}

function isDoubledIn(row: GoalRow, rows: readonly GoalRow[]): boolean {
  return rows.some((other) => other !== row && looksDoubled(row, other));
}

/** Rows that are new, and then those of goals that are not stable: whatever is stable was counted once. */
function hold(
  seen: Map<FollowedGoal, GoalRow>,
  fresh: GoalRow[],
  surplus: number,
): { readonly rows: GoalRow[]; readonly goals: ReadonlySet<FollowedGoal> } {
  const held: GoalRow[] = [];
  const goals = new Set<FollowedGoal>();
  const others = [...seen.values()];
  for (const row of fresh) {
    if (held.length < surplus && others.some((other) => looksDoubled(row, other))) held.push(row);
    else others.push(row);
  }
  for (const row of held) fresh.splice(fresh.indexOf(row), 1);
  const young = [...seen].filter(([{ state }]) => state === 'detected').toReversed();
  for (const [goal, row] of young) {
    const elders = [...seen].filter(([other]) => other !== goal && bySeniority(other, goal) <= 0);
    if (held.length >= surplus || !elders.some(([, other]) => looksDoubled(row, other))) continue;
    seen.delete(goal);
    goals.add(goal);
    held.push(row);
  }
  return { rows: held, goals };
}

/** The row tells of this goal. */
export function takeRow(
  seen: Map<FollowedGoal, GoalRow>,
  fresh: GoalRow[],
  goal: FollowedGoal,
  row: GoalRow,
): void {
  seen.set(goal, row);
  fresh.splice(fresh.indexOf(row), 1);
}

/** By the clock of the match. */
export function minutesSince(row: GoalRow, { minute }: Pick<AnsweredSide, 'minute'>): number {
  return Math.max(0, (minute ?? row.minute) - row.minute);
}

/** Stable ones first, then by age: what was counted first is doubted last. */
export function bySeniority(a: FollowedGoal, b: FollowedGoal): number {
  const stableFirst = Number(b.state === 'stable') - Number(a.state === 'stable');
  return stableFirst || a.firstSeenAt.getTime() - b.firstSeenAt.getTime();
}
