/** Days of circles as they are asked for, worked out once and kept while they are in use. */
import { hashText, mix } from '../randomness.ts';
import { workOutCircleDay } from './circle-day.ts';
import type { Circle } from './circles.ts';
import { planDay, type DayPlan } from './day-plan.ts';
import { wallTimeAt } from './local-time.ts';
import { MOST_CIRCLES } from './match-number.ts';
import type { Person } from './person.ts';
import { openDay, type PlayedDay } from './played-day.ts';
import { createRecentCache } from './recent-cache.ts';
import type { Platform } from './world.ts';
import type { WorldCalendar } from './world-calendar.ts';

export interface CircleDays {
  /** `day` must not be before the first. */
  get(circle: Circle, day: number): PlayedDay;
  /** What one player meant to do; nothing of the others is worked out for it. */
  planOf(person: Person, platform: Platform, day: number): DayPlan;
  kept(): number;
}

export function createCircleDays(seed: number, calendar: WorldCalendar, keep: number): CircleDays {
  const cache = createRecentCache<PlayedDay>(keep);
  const planSeed = mix(seed, hashText('day'));
  const weekdayOf = (platform: Platform, day: number): number =>
    wallTimeAt(platform, calendar.dayStartsAt(platform, day)).weekday;

  return {
    get(circle, day) {
      const key = day * MOST_CIRCLES + circle.number;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const schedule = workOutCircleDay(planSeed, circle, day, weekdayOf(circle.platform, day));
      const played = openDay(seed, schedule, calendar.dayStartsAt(circle.platform, day));
      cache.set(key, played);
      return played;
    },
    planOf: (person, platform, day) => planDay(planSeed, person, day, weekdayOf(platform, day)),
    kept: () => cache.size(),
  };
}
