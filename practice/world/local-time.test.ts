import { expect, test } from 'vitest';
import { timeZoneOf, wallTimeAt } from './local-time.ts';
import { PLATFORM_REGIONS, type Platform } from './world.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** The changes of Europe and of the United States in 2026, in UTC. */
const CHANGES = ['03-29T01', '10-25T01', '03-08T08', '11-01T07'].map((at) => Date.parse(`2026-${at}:00Z`));

test.each(Object.keys(PLATFORM_REGIONS) as Platform[])(
  '%s has the hours and weekdays of its time zone',
  (platform) => {
    const wall = new Intl.DateTimeFormat('en-US', {
      timeZone: timeZoneOf(platform),
      hour: 'numeric',
      hourCycle: 'h23',
      weekday: 'short',
    });
    const askIntl = (ms: number) => {
      const parts = new Map(wall.formatToParts(ms).map(({ type, value }) => [type, value]));
      return { hour: Number(parts.get('hour')), weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? '') };
    };
    // Every 31 hours of 2026, which lands on every hour of the day, and the changes to the millisecond.
    const times = Array.from({ length: 283 }, (_, step) => Date.UTC(2026, 0, 1, 31 * step));
    for (const ms of [...times, ...CHANGES.flatMap((change) => [change - 1, change])])
      expect([ms, wallTimeAt(platform, ms)]).toEqual([ms, askIntl(ms)]);
  },
);
