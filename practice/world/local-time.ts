/**
 * What the clock on the wall shows on a platform, summer time included: players are better or worse at an hour of the wall,
 * and an analysis in UTC or with a fixed offset must fail.
 *
 * The world's own days, in contrast, are all 24 hours long: they begin at 05:00 of the zone's standard time all year.
 * Worked out by rule and not by `Intl`, which would take most of the time of a lookup.
 */
import { PLATFORM_REGIONS, type Patch, type Platform } from './world.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const DAY_BEGINS_AT_HOUR = 5;

interface Zone {
  /** As the IANA names it. One zone stands for the whole platform. */
  readonly name: string;
  readonly standardHours: number;
  readonly summer: 'none' | 'europe' | 'america';
}

const ZONES: Readonly<Record<Platform, Zone>> = {
  na1: { name: 'America/Chicago', standardHours: -6, summer: 'america' },
  br1: { name: 'America/Sao_Paulo', standardHours: -3, summer: 'none' },
  euw1: { name: 'Europe/Paris', standardHours: 1, summer: 'europe' },
  eun1: { name: 'Europe/Warsaw', standardHours: 1, summer: 'europe' },
  kr: { name: 'Asia/Seoul', standardHours: 9, summer: 'none' },
  jp1: { name: 'Asia/Tokyo', standardHours: 9, summer: 'none' },
  sg2: { name: 'Asia/Singapore', standardHours: 8, summer: 'none' },
};

export interface WallTime {
  /** 0 to 23. */
  readonly hour: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

export function timeZoneOf(platform: Platform): string {
  return ZONES[platform].name;
}

export function wallTimeAt(platform: Platform, ms: number): WallTime {
  const zone = ZONES[platform];
  const local = ms + zone.standardHours * HOUR_MS + (isSummer(zone, ms) ? HOUR_MS : 0);
  return { hour: Math.floor(local / HOUR_MS) % 24, weekday: weekdayOf(local) };
}

/** When the platform's day 0 begins: at the first 05:00 that is not before the epoch. */
function firstDayStartsAt(platform: Platform, epoch: number): number {
  const afterUtcMidnight = (DAY_BEGINS_AT_HOUR - ZONES[platform].standardHours) * HOUR_MS;
  return epoch + ((((afterUtcMidnight - epoch) % DAY_MS) + DAY_MS) % DAY_MS);
}

function isSummer(zone: Zone, ms: number): boolean {
  if (zone.summer === 'none') return false;
  const year = new Date(ms).getUTCFullYear();
  if (zone.summer === 'europe') {
    // All of Europe changes at 01:00 UTC of the last Sundays of March and October.
    return ms >= lastSunday(year, 2) + HOUR_MS && ms < lastSunday(year, 9) + HOUR_MS;
  }
  // At 02:00 on the wall: the second Sunday of March, and the first of November when the wall still shows summer time.
  const toUtcMs = -zone.standardHours * HOUR_MS;
  const begins = firstSunday(year, 2) + 7 * DAY_MS + 2 * HOUR_MS + toUtcMs;
  const ends = firstSunday(year, 10) + HOUR_MS + toUtcMs;
  return ms >= begins && ms < ends;
}

function firstSunday(year: number, month: number): number {
  const first = Date.UTC(year, month, 1);
  return first + ((7 - weekdayOf(first)) % 7) * DAY_MS;
}

function lastSunday(year: number, month: number): number {
  // Both months that are asked for have 31 days.
  const last = Date.UTC(year, month, 31);
  return last - weekdayOf(last) * DAY_MS;
}

/** The first day of 1970 was a Thursday. */
function weekdayOf(localMs: number): number {
  return (Math.floor(localMs / DAY_MS) + 4) % 7;
}

// The world's dates: days of each platform, patches of two weeks, sets of eight patches. All of it follows from the epoch.

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
