/**
 * What else happens in a match: cards, substitutions, missed penalties, checks by the video referee that change nothing, and the kicks of
 * a shoot-out. They are told like goals and must not be taken for them.
 */
import type { Random } from '../randomness.ts';
import type { Footballer } from './clubs.ts';
import type { ScheduledFixture } from './fixture-calendar.ts';
import { minuteAt, type Phase } from './match-course.ts';

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

export interface SideShow {
  readonly happenedAt: number;
  readonly row: ToldEvent;
}

export interface ShootOutKick {
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

export function drawSideShows(
  fixture: ScheduledFixture,
  phases: readonly Phase[],
  random: Random,
): SideShow[] {
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
export function drawShootOut(
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
