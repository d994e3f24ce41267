/** The world's dates: days of each platform, patches of two weeks, sets of eight patches. All of it follows from the epoch. */
import { DAY_MS, firstDayStartsAt } from './local-time.ts';
import { PLATFORM_REGIONS, type Patch, type Platform } from './world.ts';

const PATCH_MS = 14 * DAY_MS;
const PATCHES_A_SET = 8;
/** Far above any real set, so that a practice patch is not taken for a real one. */
const FIRST_SET = 101;

export interface WorldCalendar {
  readonly epoch: number;
  /** The patch of a time; before the epoch, the first one. */
  patchAt(ms: number): Patch;
  /** All up to that of a time, oldest first. */
  patchesUntil(ms: number): Patch[];
  setStartsAt(ms: number): number;
  /** Negative before the platform's first day. */
  dayAt(platform: Platform, ms: number): number;
  dayStartsAt(platform: Platform, day: number): number;
}

export function createWorldCalendar(epoch: number): WorldCalendar {
  const firstDays = new Map(
    Object.keys(PLATFORM_REGIONS).map((name) => [name, firstDayStartsAt(name as Platform, epoch)]),
  );
  const firstDay = (platform: Platform): number => firstDays.get(platform) ?? epoch;

  function patchAt(ms: number): Patch {
    const number = Math.max(0, Math.floor((ms - epoch) / PATCH_MS));
    const set = FIRST_SET + Math.floor(number / PATCHES_A_SET);
    return { number, set, minor: (number % PATCHES_A_SET) + 1, startsAt: epoch + number * PATCH_MS };
  }

  return {
    epoch,
    patchAt,
    patchesUntil: (ms) =>
      Array.from({ length: patchAt(ms).number + 1 }, (_, number) => patchAt(epoch + number * PATCH_MS)),
    setStartsAt(ms) {
      const { number, minor } = patchAt(ms);
      return epoch + (number - minor + 1) * PATCH_MS;
    },
    dayAt: (platform, ms) => Math.floor((ms - firstDay(platform)) / DAY_MS),
    dayStartsAt: (platform, day) => firstDay(platform) + day * DAY_MS,
  };
}
