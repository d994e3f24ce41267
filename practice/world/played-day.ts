/**
 * A circle's day on the clock: when each game began, and room for the results that were asked for so far.
 * Most days are only ever asked who played, so the room is made when the first result is.
 */
import { chance, hashText, mix } from '../randomness.ts';
import { createRecentCache } from '../recent-cache.ts';
import { type Circle, MOST_CIRCLES, toMatchNumber, workOutCircleDay } from './circle-day.ts';
import { type WorldCalendar, wallTimeAt } from './local-time.ts';
import type { Person } from './population.ts';
import {
  type DayPlan,
  LATEST_SHIFT_MS,
  LATEST_START_MS,
  SEATS_A_GAME,
  SLOT_MS,
  type Schedule,
  planDay,
  slotOf,
} from './schedule.ts';
import type { Platform } from './world.ts';

export interface PlayedDay {
  readonly schedule: Schedule;
  readonly seed: number;
  readonly firstSlotAt: number;
  results: DayResults | undefined;
}

export interface DayResults {
  /** In seconds; 0: not worked out yet. */
  readonly lengths: number[];
  /** One for each seat. */
  readonly places: Uint8Array;
  /** One for each seat: games lost in a row up to and including this one. Kept for those who tilt. */
  readonly losses: Uint8Array;
}

export interface CircleDays {
  /** `day` must not be before the first. */
  get(circle: Circle, day: number): PlayedDay;
  /** What one player meant to do; nothing of the others is worked out for it. */
  planOf(person: Person, day: number): DayPlan;
}

/** Days as they are asked for; the `keep` that were asked for last are kept. It never changes an answer. */
export function createCircleDays(seed: number, calendar: WorldCalendar, keep: number): CircleDays {
  const cached = createRecentCache<PlayedDay>(keep);
  const planSeed = mix(seed, hashText('day'));
  const weekdayOf = (platform: Platform, day: number): number =>
    wallTimeAt(platform, calendar.dayStartsAt(platform, day)).weekday;
  const work = (circle: Circle, day: number): PlayedDay => {
    const schedule = workOutCircleDay(planSeed, circle, day, weekdayOf(circle.platform, day));
    return openDay(seed, schedule, calendar.dayStartsAt(circle.platform, day));
  };
  return {
    get: (circle, day) => cached(day * MOST_CIRCLES + circle.number, () => work(circle, day)),
    planOf: (person, day) => planDay(planSeed, person, day, weekdayOf(person.player.platform, day)),
  };
}

function openDay(worldSeed: number, schedule: Schedule, dayStartsAt: number): PlayedDay {
  const seed = mix(worldSeed, hashText('played day'), schedule.circle.number, schedule.day);
  const firstSlotAt = dayStartsAt + Math.floor(chance(seed, hashText('shift')) * LATEST_SHIFT_MS);
  return { schedule, seed, firstSlotAt, results: undefined };
}

/** In ms. */
export function startOf({ schedule, seed, firstSlotAt }: PlayedDay, game: number): number {
  const late = Math.floor(chance(seed, 1, game) * LATEST_START_MS);
  return firstSlotAt + slotOf(schedule, game) * SLOT_MS + late;
}

/** What is random in a game's result and body. */
export function gameSeedOf({ seed }: PlayedDay, game: number): number {
  return mix(seed, 2, game);
}

export function numberOf({ schedule }: PlayedDay, game: number): number {
  return toMatchNumber({ day: schedule.day, circle: schedule.circle.number, index: game });
}

export function resultsOf(day: PlayedDay): DayResults {
  const { gameCount } = day.schedule;
  day.results ??= {
    lengths: Array.from({ length: gameCount }, () => 0),
    places: new Uint8Array(gameCount * SEATS_A_GAME),
    losses: new Uint8Array(gameCount * SEATS_A_GAME),
  };
  return day.results;
}
