/**
 * The goals of a fixture after one more answer about it. A goal has an id of ours from the moment it is first seen; nothing of what
 * the upstream says of it is part of that id, because all of it changes: scorer, minute, team, and whether it counts at all.
 *
 * An answer without information changes nothing: one that carries no events, one whose events are gone while the score still counts
 * goals, one of a fixture that was decided at a desk (its score is no count of goals), one beyond all measure.
 */
import type { FixtureReading, MatchEvent, Side } from '../fixture.ts';
import { statusGroupOf } from '../fixture-status.ts';
import type { FollowedGoal, GoalChange } from '../goal.ts';
import { moveAcross } from './across-sides.ts';
import { DEFAULT_FOLLOW_RULES, type FollowRules } from './follow-rules.ts';
import { cancelledRows, goalRowsOf, type GoalRow } from './goal-row.ts';
import { isTold } from './likeness.ts';
import { inMatchOrder, tellScore, withScoreLines } from './match-order.ts';
import { beginGoal, changesOf, missGoal, seeGoal, type Place } from './next-goal.ts';
import { bySeniority } from './pair-rows.ts';
import { readSide, type SideReading } from './side-reading.ts';
import { tellMinute } from './match-minute.ts';

export interface FollowedPoll {
  /** All of the fixture's goals, removed ones too, in the order of the match. */
  readonly goals: readonly FollowedGoal[];
  readonly changes: readonly GoalChange[];
  /** Ids of goals that became stable now, for the first time: each goal is in it once in its life. */
  readonly newlyStable: readonly string[];
  readonly newlyRemoved: readonly string[];
  /** Rows that are not believed by now, in words: the score counts fewer goals, and they look like others. */
  readonly held: readonly string[];
}

const SIDES: readonly Side[] = ['home', 'away'];
/** More than any side has ever scored in a match that is worth following. */
const MOST_GOALS = 40;

export function followGoals(
  known: readonly FollowedGoal[],
  reading: FixtureReading,
  at: Date,
  newId: () => string,
  rules: Partial<FollowRules> = {},
): FollowedPoll {
  const sorted = inMatchOrder(known, new Map());
  const sides = reading.events === null ? null : readSides(sorted, reading, reading.events, at);
  if (sides === null) return { goals: sorted, changes: [], newlyStable: [], newlyRemoved: [], held: [] };
  const next = stepGoals(sorted, sides, { reading, at, newId, rules: { ...DEFAULT_FOLLOW_RULES, ...rules } });
  const ordered = inMatchOrder([...next.keys()], next);
  const goals = withScoreLines(ordered, reading.id);
  const before = new Map(known.map((goal) => [goal.id, goal]));
  return {
    goals,
    changes: goals.flatMap((goal) => [
      ...changesOf(before.get(goal.id), goal, at),
      ...scoreChange(before.get(goal.id), goal, at),
    ]),
    newlyStable: goals
      .filter(({ id, stableAt }) => stableAt !== null && (before.get(id)?.stableAt ?? null) === null)
      .map(({ id }) => id),
    newlyRemoved: goals
      .filter(({ id, state, sightings }) => {
        const wasThere = before.get(id)?.state !== 'removed';
        return state === 'removed' && wasThere && sightings > 0;
      })
      .map(({ id }) => id),
    held: SIDES.flatMap((side) => sides[side].held).map(tellRow),
  };
}

type Sides = Readonly<Record<Side, SideReading>>;

/** Null: it tells nothing. */
function readSides(
  known: readonly FollowedGoal[],
  reading: FixtureReading,
  events: readonly MatchEvent[],
  at: Date,
): Sides | null {
  if (statusGroupOf(reading.status.code) === 'not-played') return null;
  const rows = { home: goalRowsOf(reading, events, 'home'), away: goalRowsOf(reading, events, 'away') };
  const scores = { home: countOf(reading.goals.home), away: countOf(reading.goals.away) };
  if (SIDES.some((side) => rows[side].length > MOST_GOALS)) return null;
  const isSilent = rows.home.length + rows.away.length === 0;
  const isAllGone = isSilent && known.some((goal) => goal.state !== 'removed' && isTold(goal));
  if (isAllGone && (scores.home !== 0 || scores.away !== 0)) return null;

  const sideOf = (side: Side): SideReading => {
    const own = known.filter((goal) => goal.side === side);
    const score = scores[side];
    const cancelled = cancelledRows(rows[side], reading, events);
    const struck = new Set(cancelled.slice(0, Math.max(0, rows[side].length - (score ?? MOST_GOALS))));
    return readSide({
      live: own.filter(({ state }) => state !== 'removed'),
      removed: own.filter(({ state }) => state === 'removed'),
      rows: rows[side].filter((row) => !struck.has(row)),
      cancelled: new Set(cancelled),
      score,
      at,
      minute: reading.status.minute,
    });
  };
  const sides = { home: sideOf('home'), away: sideOf('away') };
  moveAcross(sides.home, sides.away);
  moveAcross(sides.away, sides.home);
  return sides;
}

/** Null for what is not told, and for what cannot be: a number that large is a fault of the upstream's. */
function countOf(score: number | null): number | null {
  return score === null || score < 0 || score > MOST_GOALS ? null : score;
}

interface Step {
  readonly reading: FixtureReading;
  readonly at: Date;
  readonly newId: () => string;
  readonly rules: FollowRules;
}

/** Every goal as it is now, with its row's place in the answer. */
function stepGoals(
  known: readonly FollowedGoal[],
  sides: Sides,
  { reading, at, newId, rules }: Step,
): Map<FollowedGoal, number> {
  const next = new Map<FollowedGoal, number>();
  const done = new Set<FollowedGoal>();
  const missed = SIDES.flatMap((side) => sides[side].missed);
  const areManyMissed = missed.filter(({ state }) => state === 'stable').length > 1;
  for (const goal of missed) {
    done.add(goal);
    next.set(missGoal(goal, areManyMissed ? rules.removedTogetherAfter : rules.removedAfter, at), 0);
  }
  for (const side of SIDES) {
    const place: Place = { reading, side, at };
    const { seen, counted, fresh, uncounted, score } = sides[side];
    const told = [...seen].map(([goal, row]) => {
      done.add(goal);
      return { goal: seeGoal(goal, row, place), position: row.position };
    });
    for (const row of fresh) told.push({ goal: beginGoal(newId(), row, place), position: row.position });
    told.sort((a, b) => bySeniority(a.goal, b.goal) || a.position - b.position);
    for (const [rank, { goal, position }] of told.entries()) {
      const isAheadOfScore = score !== null && rank >= score;
      const needed = isAheadOfScore ? rules.stableAheadOfScoreAfter : rules.stableAfter;
      next.set(settleIn(goal, needed, at), position);
    }
    for (const goal of counted) {
      done.add(goal);
      // A row that was there and is gone may be about to be taken from the score as well.
      const needed = rules.stableAfter + (isTold(goal) ? 1 : 0);
      next.set(settleIn(seeGoal(goal, null, place), needed, at), 0);
    }
    for (let count = 0; count < uncounted; count++) {
      const goal = beginGoal(newId(), null, place);
      next.set(rules.trustsScore ? settleIn(goal, 0, at) : goal, 0);
    }
  }
  for (const goal of known) if (!done.has(goal)) next.set(goal, 0);
  return next;
}

function settleIn(goal: FollowedGoal, needed: number, at: Date): FollowedGoal {
  if (goal.state !== 'detected' || goal.sightings < needed) return goal;
  return { ...goal, state: 'stable', stableAt: at };
}

function scoreChange(before: FollowedGoal | undefined, after: FollowedGoal, at: Date): GoalChange[] {
  if (before === undefined || before.sightings === 0 || after.state === 'removed') return [];
  const [from, to] = [tellScore(before.scoreAfter), tellScore(after.scoreAfter)];
  return from === to ? [] : [{ goalId: after.id, at, kind: 'score', before: from, after: to }];
}

function tellRow(row: GoalRow): string {
  return `${row.player.name ?? 'an unknown player'}, ${tellMinute(row)}'`;
}
