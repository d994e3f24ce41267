/**
 * What makes a player better or worse at certain times. Each effect is planted in about a third of the players, independently,
 * with a known size; the others have exactly none. So a test can count how many effects an analysis finds, and how many it
 * makes up. They are large enough that most of them can be told from luck in a thousand games of League of Legends.
 * Sizes are in z-points of form and hold for both kinds of game.
 */
import { chance } from '../randomness.ts';
import type { WallTime } from './local-time.ts';

export interface PlantedEffects {
  /** Hours of the wall clock at the start of the game. */
  readonly hour: { readonly hours: readonly number[]; readonly size: number } | null;
  /** Weekdays of the wall clock at the start of the game, 0 is Sunday. */
  readonly weekday: { readonly weekdays: readonly number[]; readonly size: number } | null;
  /** For each game lost in a row within the session, games of the same kind only; counted up to `mostLosses`. */
  readonly tilt: { readonly perLoss: number; readonly mostLosses: number } | null;
}

const SHARE = 1 / 3;
const HOURS_AFFECTED = 4;
const MOST_LOSSES = 4;
/** One in four is better at the time, not worse. */
const BETTER_SHARE = 0.25;

/** `usualHour`: when the player's sessions mostly begin. The affected hours begin near it, so that they do see games. */
export function drawEffects(own: number, usualHour: number): PlantedEffects {
  return {
    hour: chance(own, 1) < SHARE ? drawHourEffect(own, usualHour) : null,
    weekday: chance(own, 2) < SHARE ? drawWeekdayEffect(own) : null,
    tilt: chance(own, 3) < SHARE ? { perLoss: -(1.1 + 1.3 * chance(own, 4)), mostLosses: MOST_LOSSES } : null,
  };
}

/** What a time and the losses before it add to a player's form. */
export function effectOn(effects: PlantedEffects, wall: WallTime, lossesInARow: number): number {
  let sum = 0;
  if (effects.hour?.hours.includes(wall.hour)) sum += effects.hour.size;
  if (effects.weekday?.weekdays.includes(wall.weekday)) sum += effects.weekday.size;
  if (effects.tilt !== null) sum += effects.tilt.perLoss * Math.min(lossesInARow, effects.tilt.mostLosses);
  return sum;
}

function drawHourEffect(own: number, usualHour: number): PlantedEffects['hour'] {
  const first = Math.floor(usualHour) + 1 + Math.floor(chance(own, 5) * 2);
  const hours = Array.from({ length: HOURS_AFFECTED }, (_, place) => (first + place) % 24);
  return { hours, size: drawSign(own, 6) * (2 + 2.4 * chance(own, 7)) };
}

function drawWeekdayEffect(own: number): PlantedEffects['weekday'] {
  const first = Math.floor(chance(own, 8) * 7);
  const weekdays = chance(own, 9) < 0.5 ? [first] : [first, (first + 1) % 7];
  return { weekdays, size: drawSign(own, 10) * (2.5 + 2.5 * chance(own, 11)) };
}

function drawSign(own: number, question: number): number {
  return chance(own, question) < BETTER_SHARE ? 1 : -1;
}
