/**
 * What a platform's players have won and lost today, in games that count for a ladder and are over by now, and until when that
 * stays so. These are the real games, the ones that histories list.
 */
import type { CircleDays } from './circle-days.ts';
import type { Circle } from './circles.ts';
import type { Outcomes } from './outcomes.ts';
import { startOf } from './played-day.ts';
import { countsForLadder, kindOfQueue } from './queues.ts';
import { memberAt, queueOf, SEATS_A_GAME } from './schedule.ts';
import type { GameKind } from './world.ts';

/** Points by place, from the first. */
const POINTS: Readonly<Record<GameKind, readonly number[]>> = {
  tft: [40, 30, 20, 10, -10, -20, -30, -40],
  lol: [20, -20],
};

export interface Gain {
  points: number;
  wins: number;
  losses: number;
}

export interface Today {
  /** By player index; nobody who has not played. */
  readonly gains: ReadonlyMap<number, Readonly<Gain>>;
  /** Before this time nothing changes. */
  readonly untilMs: number;
}

export interface TodayQuery {
  readonly circles: readonly Circle[];
  readonly kind: GameKind;
  readonly day: number;
  readonly now: number;
  /** Earlier games of the day belong to the set before. */
  readonly sinceMs: number;
}

export function gainsOfToday(days: CircleDays, outcomes: Outcomes, query: TodayQuery): Today {
  const { circles, kind, day, now, sinceMs } = query;
  const gains = new Map<number, Gain>();
  let untilMs = Infinity;
  for (const circle of circles) {
    const played = days.get(circle, day);
    const { schedule } = played;
    for (let game = 0; game < schedule.gameCount; game++) {
      const queue = queueOf(schedule, game);
      const startsAt = startOf(played, game);
      if (!countsForLadder(queue) || kindOfQueue(queue) !== kind || startsAt < sinceMs) continue;
      // What has not begun cannot end before it begins; it is not worth being played out now.
      const changesAt = startsAt > now ? startsAt : outcomes.endsAt(played, game);
      if (changesAt > now) {
        untilMs = Math.min(untilMs, changesAt);
        continue;
      }
      for (let seat = 0; seat < SEATS_A_GAME; seat++) {
        const person = circle.members[memberAt(schedule, game, seat)]?.person;
        if (person !== undefined)
          addGame(gains, person.player.index, kind, outcomes.placeOf(played, game, seat));
      }
    }
  }
  return { gains, untilMs };
}

function addGame(gains: Map<number, Gain>, index: number, kind: GameKind, place: number): void {
  // Nobody won a remake, and nobody lost it.
  if (place === 0) return;
  let gain = gains.get(index);
  if (gain === undefined) {
    gain = { points: 0, wins: 0, losses: 0 };
    gains.set(index, gain);
  }
  gain.points += POINTS[kind][place - 1] ?? 0;
  if (place === 1) gain.wins++;
  else gain.losses++;
}
