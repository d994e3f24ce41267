/**
 * Where a day begins by the clocks of a place. A day need not have 24 hours, need not begin at 00:00 (some zones change their clocks at
 * midnight), and need not exist at all (Samoa skipped one): it begins with the first moment that belongs to it or to a later one.
 */
import { DAY_MS, type LocalClock } from '../history/local-clock.ts';

/** No place is further from UTC than 14 hours. */
const FURTHEST_MS = 15 * 3_600_000;

/** `day` as `LocalClock` counts them; of a clock whose days begin at midnight. */
export function startOfDay(clock: LocalClock, day: number): number {
  let [before, after] = [day * DAY_MS - FURTHEST_MS, day * DAY_MS + FURTHEST_MS];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock.at(middle).day < day) before = middle;
    else after = middle;
  }
  return after;
}
