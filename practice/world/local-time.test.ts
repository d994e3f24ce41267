import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeZoneOf, wallTimeAt } from './local-time.ts';
import { PLATFORM_REGIONS, type Platform } from './world.ts';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const platforms = Object.keys(PLATFORM_REGIONS) as Platform[];

/** What the platform's own time zone data say. */
function askIntl(platform: Platform, ms: number): { hour: number; weekday: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZoneOf(platform),
    hour: 'numeric',
    hourCycle: 'h23',
    weekday: 'short',
  }).formatToParts(ms);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return { hour: Number(part('hour')), weekday: WEEKDAYS.indexOf(part('weekday')) };
}

test('hour and weekday are those of the wall clock in every zone, at any time', () => {
  const time = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2036, 0, 1) });

  fc.assert(
    fc.property(fc.constantFrom(...platforms), time, (platform, ms) => {
      expect(wallTimeAt(platform, ms)).toEqual(askIntl(platform, ms));
    }),
    { numRuns: 300 },
  );
});

test.each(platforms)('%s changes to summer time and back at the right minute', (platform) => {
  for (const month of [2, 9, 10]) {
    for (let ms = Date.UTC(2026, month, 1); ms < Date.UTC(2026, month + 1, 1); ms += 6 * 3_600_000) {
      expect(wallTimeAt(platform, ms)).toEqual(askIntl(platform, ms));
    }
  }
  // The changes themselves, to the millisecond, of Europe and of the United States in 2026.
  for (const change of [
    Date.UTC(2026, 2, 29, 1),
    Date.UTC(2026, 9, 25, 1),
    Date.UTC(2026, 2, 8, 8),
    Date.UTC(2026, 10, 1, 7),
  ])
    for (const ms of [change - 1, change]) expect(wallTimeAt(platform, ms)).toEqual(askIntl(platform, ms));
});
