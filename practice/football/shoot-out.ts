/** Penalties after a draw: five each, ended as soon as it is decided, then one each until it is. */
import type { Random } from '../randomness.ts';
import type { Footballer } from './clubs.ts';
import type { ScheduledFixture } from './fixture-calendar.ts';

export interface ShootOutKick {
  readonly at: number;
  readonly side: 'home' | 'away';
  readonly player: Footballer;
  readonly isGoal: boolean;
}

const REGULAR_KICKS = 5;
const SCORED_SHARE = 0.75;
/** Nobody waits longer; the last one then decides. */
const MAX_KICKS = 30;

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
    const player = squad[squad.length - 1 - (taken[side] % squad.length)];
    if (player === undefined) throw new Error(`${fixture[side].name} has nobody to take a penalty`);
    const isLast = kicks.length >= MAX_KICKS - 1;
    const isGoal = isLast ? scored.home === scored.away : random.next() < SCORED_SHARE;
    kicks.push({ at: at(kicks.length), side, player, isGoal });
    taken[side]++;
    if (isGoal) scored[side]++;
    if (isLast) break;
  }
  return kicks;
}

interface Sides {
  readonly home: number;
  readonly away: number;
}

function isDecided(taken: Sides, scored: Sides): boolean {
  const left = {
    home: Math.max(0, REGULAR_KICKS - taken.home),
    away: Math.max(0, REGULAR_KICKS - taken.away),
  };
  if (left.home + left.away > 0)
    return scored.home > scored.away + left.away || scored.away > scored.home + left.home;
  return taken.home === taken.away && scored.home !== scored.away;
}
