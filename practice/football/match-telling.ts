/**
 * What the upstream says of a whole match at a moment: status, score, events. The upstream looks at the truth every fifteen seconds;
 * between two looks all answers are the same.
 */
import { MINUTE_MS } from './fixture-calendar.ts';
import { type Phase, minuteAt, phaseAt } from './match-course.ts';
import {
  type GoalTruth,
  type MatchTruth,
  NO_PERSON,
  type Score,
  type ToldEvent,
  toPerson,
} from './match-truth.ts';
import type { Quirks } from './quirks.ts';
import { type Telling, tellGoal } from './tellings.ts';

export interface ToldMatch {
  readonly phase: Phase;
  readonly code: string;
  readonly minute: number | null;
  readonly extraMinute: number | null;
  /** Null: it has not begun. */
  readonly score: Score | null;
  readonly halfTime: Score | null;
  readonly fullTime: Score | null;
  /** Goals in extra time alone. */
  readonly extraTime: Score | null;
  readonly penalties: Score | null;
  /** Worked out when asked for: most answers are without. */
  events(): readonly ToldEvent[];
}

export interface MatchStory {
  readonly truth: MatchTruth;
  readonly tellings: readonly { readonly goal: GoalTruth; readonly versions: readonly Telling[] }[];
  at(ms: number): ToldMatch;
  /** The status reported at that time. */
  codeAt(ms: number): string;
}

const LOOK_MS = 15_000;
const STALE_MS = 105_000;
const CARD_DELAY_MS = 20_000;

export function createMatchStory(truth: MatchTruth, seed: number, quirks: Quirks): MatchStory {
  const { fixture } = truth;
  const tellings = truth.goals.map((goal) => ({ goal, versions: tellGoal(truth, goal, seed, quirks) }));

  /** When the upstream last looked. */
  function lookAt(ms: number): number {
    const isStale = quirks.has('staleAnswer', fixture.id, Math.floor(ms / MINUTE_MS));
    return Math.floor((isStale ? ms - STALE_MS : ms) / LOOK_MS) * LOOK_MS;
  }

  function at(ms: number): ToldMatch {
    const minuteNumber = Math.floor(ms / MINUTE_MS);
    const look = lookAt(ms);
    const told = tellings.map(({ goal, versions }) => ({
      goal,
      telling: versions.findLast(({ from }) => from <= look),
      isDropped: quirks.has('droppedRow', fixture.id, goal.n, minuteNumber),
    }));
    const phase = phaseAt(truth.phases, look);
    const board = minuteAt(phase, look);
    const count = (from: number, to: number): Score => countGoals(told, from, to);
    const place = truth.phases.indexOf(phase);
    const end = (code: string): number => truth.phases.findIndex((one) => one.code === code);
    const isBegun =
      phase.startsAt > 0 && truth.phases.slice(0, place + 1).some(({ playing }) => playing !== null);
    const breakAt = end('HT');
    const extraAt = end('ET');
    const isFullTime = isBegun && place > breakAt + 1 && !['2H', 'INT', 'SUSP', 'ABD'].includes(phase.code);
    const beforeExtra = extraAt < 0 ? Infinity : extraAt;
    return {
      phase,
      code: phase.code,
      minute: board.minute,
      extraMinute: board.extra,
      score: isBegun ? count(0, Infinity) : null,
      halfTime: isBegun ? count(0, breakAt) : null,
      fullTime: isFullTime ? count(0, beforeExtra) : null,
      extraTime: extraAt >= 0 && place >= extraAt ? count(extraAt, Infinity) : null,
      penalties: ['P', 'PEN'].includes(phase.code) ? countKicks(truth, look) : null,
      events: () => eventsOf(look, minuteNumber, told),
    };
  }

  function eventsOf(look: number, minuteNumber: number, told: readonly ToldGoal[]): ToldEvent[] {
    if (fixture.league.coverage === 'score' || quirks.has('emptyEvents', fixture.id, minuteNumber)) return [];
    const goals = told.flatMap(toGoalRows);
    const shows = truth.sideShows
      .filter(({ happenedAt }) => happenedAt + CARD_DELAY_MS <= look)
      .map(({ row }) => row);
    return [...[...goals, ...shows].sort(inOrder), ...kickRows(truth, look)];
  }

  return { truth, tellings, at, codeAt: (ms) => phaseAt(truth.phases, lookAt(ms)).code };
}

interface ToldGoal {
  readonly goal: GoalTruth;
  readonly telling: Telling | undefined;
  readonly isDropped: boolean;
}

function toGoalRows({ goal, telling, isDropped }: ToldGoal): ToldEvent[] {
  if (telling === undefined) return [];
  const rows: ToldEvent[] = [];
  if (telling.row !== null && !isDropped) {
    const { detail, minute, ...rest } = telling.row;
    const row = { ...rest, minute, type: 'Goal', detail, comments: null };
    rows.push(row);
    if (telling.isDoubled) rows.push({ ...row, minute: minute + 1 });
  }
  if (telling.verdict !== null)
    rows.push({
      minute: goal.minute,
      extraMinute: goal.extraMinute,
      side: goal.side,
      player: telling.row?.player ?? toPerson(goal.scorer),
      assist: NO_PERSON,
      type: 'Var',
      detail: telling.verdict,
      comments: null,
    });
  return rows;
}

/** By the phases in which the goals fell: from one place in the course on, and before another. */
function countGoals(told: readonly ToldGoal[], from: number, to: number): Score {
  const score = { home: 0, away: 0 };
  for (const { goal, telling } of told)
    if (telling !== undefined && telling.counted !== null && goal.phase >= from && goal.phase < to)
      score[telling.counted]++;
  return score;
}

function countKicks({ kicks }: MatchTruth, look: number): Score {
  const scored = kicks.filter(({ at, isGoal }) => isGoal && at <= look);
  const home = scored.filter(({ side }) => side === 'home').length;
  return { home, away: scored.length - home };
}

function kickRows({ kicks }: MatchTruth, look: number): ToldEvent[] {
  return kicks
    .filter(({ at }) => at <= look)
    .map(({ side, player, isGoal }, index) => ({
      minute: 120,
      extraMinute: index + 1,
      side,
      player: toPerson(player),
      assist: NO_PERSON,
      type: 'Goal',
      detail: isGoal ? 'Penalty' : 'Missed Penalty',
      comments: 'Penalty Shootout',
    }));
}

function inOrder(one: ToldEvent, other: ToldEvent): number {
  return one.minute - other.minute || (one.extraMinute ?? 0) - (other.extraMinute ?? 0);
}
