/**
 * What really happens in a match, from its first minute to its last, whatever the upstream says of it and when. A function of seed
 * and fixture. Goals that the video referee takes away are in it, marked; they do not count.
 */
import { type Random, createRandom, hashText, mix } from '../randomness.ts';
import { type Club, type Footballer, inventReferee } from './clubs.ts';
import { type Phase, extraTime, kickAt, minuteAt, over, regularTime, shootOut } from './match-course.ts';
import { MINUTE_MS, type ScheduledFixture } from './fixture-calendar.ts';
import type { Quirks } from './quirks.ts';

export interface Score {
  readonly home: number;
  readonly away: number;
}

export interface GoalTruth {
  /** `{fixture}-{n}` */
  readonly key: string;
  /** From 1, in the order of the match. */
  readonly n: number;
  /** The side that it counts for. */
  readonly side: Side;
  readonly kind: 'normal' | 'penalty' | 'own';
  readonly scorer: Footballer;
  readonly assist: Footballer | null;
  readonly minute: number;
  readonly extraMinute: number | null;
  readonly happenedAt: number;
  /** The place of the phase in which it fell. */
  readonly phase: number;
  readonly stands: boolean;
  /** As on the board when it was scored; of one that does not stand, as if it did. */
  readonly scoreBefore: Score;
  readonly scoreAfter: Score;
}

export interface MatchTruth {
  readonly fixture: ScheduledFixture;
  readonly referee: string;
  readonly phases: readonly Phase[];
  readonly goals: readonly GoalTruth[];
  readonly sideShows: readonly SideShow[];
  readonly kicks: readonly ShootOutKick[];
  readonly finalScore: Score;
  readonly isPlayed: boolean;
}

const GOALS_OF_SIDE = { home: 1.5, away: 1.25 } as const;
const EXTRA_TIME_SHARE = 0.25;
const OWN_GOAL_SHARE = 0.035;
const PENALTY_SHARE = 0.09;
const ASSIST_SHARE = 0.72;

type DrawnGoal = Omit<GoalTruth, 'key' | 'n' | 'scoreBefore' | 'scoreAfter'>;

export function playMatch(fixture: ScheduledFixture, seed: number, quirks: Quirks): MatchTruth {
  const { id, league } = fixture;
  const random = createRandom(mix(seed, hashText('match'), id));
  const regular = regularTime(fixture, seed, quirks);
  const drawn = drawGoals(fixture, regular, 0, 1, random, quirks);
  const isPlayed = regular.some(({ playing }) => playing !== null);
  const last = regular.at(-1);
  const isOpen = last !== undefined && last.endsAt < Infinity;
  const phases = [...regular];
  let kicks: ShootOutKick[] = [];
  if (isOpen && !(league.isCup && isDraw(drawn))) phases.push(over('FT', last.endsAt));
  else if (isOpen) {
    phases.push(...extraTime(last.endsAt, id, seed));
    drawn.push(...drawGoals(fixture, phases, regular.length, EXTRA_TIME_SHARE, random, quirks));
    const endsAt = phases.at(-1)?.endsAt ?? last.endsAt;
    if (isDraw(drawn)) {
      kicks = drawShootOut(fixture, random, (kick) => kickAt(endsAt, kick));
      const shooting = shootOut(endsAt, kicks.length);
      phases.push(shooting, over('PEN', shooting.endsAt));
    } else phases.push(over('AET', endsAt));
  }
  const goals = number(id, drawn);
  return {
    fixture,
    referee: inventReferee(mix(seed, hashText('referee'), id)),
    phases,
    goals,
    sideShows: drawSideShows(fixture, phases, random),
    kicks,
    finalScore: countGoals(drawn),
    isPlayed,
  };
}

/** Half the goals of a side fall in each half; of `share` 1. Phases before `from` have been played already. */
function drawGoals(
  fixture: ScheduledFixture,
  phases: readonly Phase[],
  from: number,
  share: number,
  random: Random,
  quirks: Quirks,
): DrawnGoal[] {
  const drawn: DrawnGoal[] = [];
  const playing = phases.map((phase, place) => ({ phase, place })).slice(from);
  for (const { phase, place } of playing) {
    if (phase.playing === null) continue;
    const length = phase.endsAt - phase.startsAt;
    const halves = phase.code === 'ET' ? 1 : length / (48 * MINUTE_MS);
    for (const side of ['home', 'away'] as const) {
      const count = poisson((GOALS_OF_SIDE[side] / 2) * share * halves, random);
      for (let nth = 0; nth < count; nth++) {
        const happenedAt = phase.startsAt + Math.floor(random.next() * (length - 5000)) + 2500;
        drawn.push(drawGoal(fixture, side, phase, place, happenedAt, random, quirks));
      }
    }
  }
  return drawn;
}

function drawGoal(
  fixture: ScheduledFixture,
  side: Side,
  phase: Phase,
  place: number,
  happenedAt: number,
  random: Random,
  quirks: Quirks,
): DrawnGoal {
  const attackers = fixture[side];
  const defenders = fixture[side === 'home' ? 'away' : 'home'];
  const roll = random.next();
  const kind = roll < OWN_GOAL_SHARE ? 'own' : roll < OWN_GOAL_SHARE + PENALTY_SHARE ? 'penalty' : 'normal';
  const scorer = pickPlayer(kind === 'own' ? defenders : attackers, random, kind === 'own' ? 0.6 : 1.6);
  const helper = pickPlayer(attackers, random, 1);
  const isHelped = random.next() < ASSIST_SHARE && kind === 'normal' && helper.id !== scorer.id;
  const { minute, extra } = minuteAt(phase, happenedAt);
  return {
    side,
    kind,
    scorer,
    assist: isHelped ? helper : null,
    minute: minute ?? 0,
    extraMinute: extra,
    happenedAt,
    phase: place,
    stands: !quirks.has('disallowed', fixture.id, happenedAt),
  };
}

/** The higher the bias, the more it is those at the end of the squad; below 1 those at its beginning. */
function pickPlayer({ squad }: Club, random: Random, bias: number): Footballer {
  const place = 1 + Math.floor(random.next() ** (1 / bias) * (squad.length - 1));
  const player = squad[Math.min(place, squad.length - 1)];
  if (player === undefined) throw new Error('a club has no players');
  return player;
}

function number(id: number, drawn: readonly DrawnGoal[]): GoalTruth[] {
  const score = { home: 0, away: 0 };
  const goals: GoalTruth[] = [];
  for (const goal of [...drawn].sort((one, other) => one.happenedAt - other.happenedAt)) {
    const n = goals.length + 1;
    const scoreBefore = { ...score };
    const scoreAfter = { ...score, [goal.side]: score[goal.side] + 1 };
    if (goal.stands) score[goal.side]++;
    goals.push({ ...goal, key: `${id}-${n}`, n, scoreBefore, scoreAfter });
  }
  return goals;
}

function countGoals(goals: readonly DrawnGoal[]): Score {
  const standing = goals.filter(({ stands }) => stands);
  const home = standing.filter(({ side }) => side === 'home').length;
  return { home, away: standing.length - home };
}

function isDraw(goals: readonly DrawnGoal[]): boolean {
  const { home, away } = countGoals(goals);
  return home === away;
}

function poisson(mean: number, random: Random): number {
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit; count++) product *= random.next();
  return count;
}

// What else happens in a match: cards, substitutions, missed penalties, checks by the video referee that change nothing, and the kicks of
// a shoot-out. They are told like goals and must not be taken for them.

export type Side = 'home' | 'away';

export interface ToldPerson {
  readonly id: number | null;
  readonly name: string | null;
}

/** A row of the upstream's list. */
export interface ToldEvent {
  readonly minute: number;
  readonly extraMinute: number | null;
  readonly side: Side;
  readonly player: ToldPerson;
  readonly assist: ToldPerson;
  readonly type: string;
  readonly detail: string;
  readonly comments: string | null;
}

interface SideShow {
  readonly happenedAt: number;
  readonly row: ToldEvent;
}

interface ShootOutKick {
  readonly at: number;
  readonly side: Side;
  readonly player: Footballer;
  readonly isGoal: boolean;
}

export const NO_PERSON: ToldPerson = { id: null, name: null };
const SIDES = ['home', 'away'] as const;
/** `mean`: of one side, in a whole match. */
const SORTS = [
  { type: 'Card', detail: 'Yellow Card', mean: 1.9, comments: 'Foul' },
  { type: 'Card', detail: 'Red Card', mean: 0.05, comments: null },
  { type: 'subst', detail: 'Substitution', mean: 4, comments: null },
  { type: 'Goal', detail: 'Missed Penalty', mean: 0.05, comments: null },
  { type: 'Var', detail: 'Goal confirmed', mean: 0.04, comments: null },
  { type: 'Var', detail: 'Penalty confirmed', mean: 0.03, comments: null },
  { type: 'Var', detail: 'Card upgrade', mean: 0.02, comments: null },
] as const;
const REGULAR_KICKS = 5;
const SCORED_SHARE = 0.75;
/** The last kick of so many decides. */
const MAX_KICKS = 30;

export function toPerson({ id, name }: Footballer): ToldPerson {
  return { id, name };
}

function drawSideShows(fixture: ScheduledFixture, phases: readonly Phase[], random: Random): SideShow[] {
  const playing = phases.filter((phase) => phase.playing !== null);
  const secondHalf = playing.filter(({ code }) => code === '2H');
  const drawn: SideShow[] = [];
  for (const side of SIDES)
    for (const { type, detail, mean, comments } of SORTS) {
      const isChange = type === 'subst';
      const where = isChange ? secondHalf : playing;
      const count = Math.floor(mean * 2 * random.next() + random.next() * 0.99);
      for (let nth = 0; nth < count; nth++) {
        const phase = where[random.below(where.length)];
        if (phase === undefined) continue;
        const happenedAt = phase.startsAt + Math.floor(random.next() * (phase.endsAt - phase.startsAt));
        const { minute, extra } = minuteAt(phase, happenedAt);
        const row: ToldEvent = {
          minute: minute ?? 0,
          extraMinute: extra,
          side,
          player: personAt(fixture, side, 1 + random.below(10)),
          assist: isChange ? personAt(fixture, side, 11 + (nth % 7)) : NO_PERSON,
          type,
          detail: isChange ? `${detail} ${nth + 1}` : detail,
          comments,
        };
        drawn.push({ happenedAt, row });
      }
    }
  return drawn;
}

/** Five each, ended as soon as it is decided, then one each until it is. */
function drawShootOut(
  fixture: ScheduledFixture,
  random: Random,
  at: (kick: number) => number,
): ShootOutKick[] {
  const kicks: ShootOutKick[] = [];
  const taken = { home: 0, away: 0 };
  const scored = { home: 0, away: 0 };
  while (!isDecided(taken, scored)) {
    const side = kicks.length % 2 === 0 ? 'home' : 'away';
    const { squad } = fixture[side];
    const player = squad.at(-1 - (taken[side] % squad.length));
    if (player === undefined) throw new Error(`${fixture[side].name} has no players`);
    const isLast = kicks.length >= MAX_KICKS - 1;
    const isGoal = isLast ? scored.home === scored.away : random.next() < SCORED_SHARE;
    kicks.push({ at: at(kicks.length), side, player, isGoal });
    taken[side]++;
    if (isGoal) scored[side]++;
    if (isLast) break;
  }
  return kicks;
}

function isDecided(taken: Record<Side, number>, scored: Record<Side, number>): boolean {
  const [home, away] = SIDES.map((side) => Math.max(0, REGULAR_KICKS - taken[side]));
  if (home === undefined || away === undefined || home + away === 0)
    return taken.home === taken.away && scored.home !== scored.away;
  return scored.home > scored.away + away || scored.away > scored.home + home;
}

function personAt(fixture: ScheduledFixture, side: Side, place: number): ToldPerson {
  const player = fixture[side].squad[place];
  if (player === undefined) throw new Error(`${fixture[side].name} has too small a squad`);
  return toPerson(player);
}
