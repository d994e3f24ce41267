/**
 * Where a player stands on the ladder at the beginning of a day, before that day's games: points and games so far in the set.
 * A formula of skill and time, because a real count would have to play the whole set; what happens within the day is real and
 * is added by the ladder.
 *
 * Points are one scale for all tiers: a hundred for a division, from Iron IV at 0 to Master at 2800, and league points above.
 */
import { chance, mix } from '../randomness.ts';
import { DAY_MS } from './local-time.ts';
import { skillAt } from './outcomes.ts';
import type { Person } from './person.ts';
import { ladderShareOfRanked } from './queues.ts';
import type { GameKind } from './world.ts';

export const MASTER_POINTS = 2800;
/** About one in thirty ranked players is above. */
const MASTER_SKILL = 1.8;
const POINTS_PER_SKILL = 600;

/** A new set begins lower for everybody; most of it is won back within three weeks. */
const RESET_DROP = 0.6;
const RESET_RECOVERY_DAYS = 6;
/** Luck and mood of some weeks, in z-points: the ladder's order moves although skill hardly does. */
const WAVE_SIZE = 0.12;
const WAVE_DAYS = 9;

/** Share of wished-for games that find a lobby, roughly. */
const SEAT_SHARE = 0.7;
const FAIR_WIN_SHARES: Readonly<Record<GameKind, number>> = { tft: 1 / 8, lol: 1 / 2 };
const WINS_PER_SKILL: Readonly<Record<GameKind, number>> = { tft: 0.05, lol: 0.06 };

export interface StandingDeps {
  readonly seed: number;
  readonly epoch: number;
}

export interface Moment {
  /** When the day begins, and when the set began. */
  readonly dayStartsAt: number;
  readonly setStartsAt: number;
}

export function pointsAtDayStart(deps: StandingDeps, person: Person, kind: GameKind, moment: Moment): number {
  const { dayStartsAt, setStartsAt } = moment;
  const skill = skillAt(person, kind, dayStartsAt - deps.epoch);
  const days = Math.floor((dayStartsAt - deps.epoch) / DAY_MS);
  const daysOfSet = Math.max(0, dayStartsAt - setStartsAt) / DAY_MS;
  const drop = RESET_DROP * Math.exp(-daysOfSet / RESET_RECOVERY_DAYS);
  const standing = skill + WAVE_SIZE * waveAt(mix(deps.seed, person.player.index), days) - drop;
  return MASTER_POINTS + Math.round(POINTS_PER_SKILL * (standing - MASTER_SKILL));
}

export interface GameCounts {
  readonly wins: number;
  readonly losses: number;
}

/** Both only grow from day to day. `skillOfCircle`: the mean of those whom the player meets. */
export function countsAtDayStart(
  person: Person,
  kind: GameKind,
  moment: Moment,
  skillOfCircle: number,
): GameCounts {
  const { habits, skill } = person;
  const kindShare = kind === 'tft' ? habits.tftShare : 1 - habits.tftShare;
  const perDay =
    habits.gamesPerDay * kindShare * habits.rankedShare[kind] * ladderShareOfRanked(kind) * SEAT_SHARE;
  const days = Math.max(0, moment.dayStartsAt - moment.setStartsAt) / DAY_MS;
  const games = Math.floor(perDay * days);
  // The same share all through the set: a share that moved could take a win back.
  const better = skill[kind] - skillOfCircle;
  const winShare = FAIR_WIN_SHARES[kind] + WINS_PER_SKILL[kind] * better;
  const wins = Math.floor(games * Math.min(0.9, Math.max(0.02, winShare)));
  return { wins, losses: games - wins };
}

/** Between -1 and 1, without jumps: from one knot to the next along half a cosine. */
function waveAt(own: number, day: number): number {
  const knot = Math.floor(day / WAVE_DAYS);
  const along = (1 - Math.cos(Math.PI * (day / WAVE_DAYS - knot))) / 2;
  const height = (at: number): number => 2 * chance(own, at) - 1;
  return height(knot) * (1 - along) + height(knot + 1) * along;
}
