import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLocalClock, dayText, knownZone, parseDay, weekdayOf } from './local-clock.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Seoul',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/Sao_Paulo',
];

const calendars = new Map(
  ZONES.map((zone) => [
    zone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      weekday: 'long',
    }),
  ]),
);

/** The same by the runtime's own calendar, one instant at a time. */
function byCalendar(zone: string, ms: number) {
  const parts = calendars.get(zone)?.formatToParts(ms) ?? [];
  const part = (type: string): string => String(parts.find((one) => one.type === type)?.value);
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    weekday: part('weekday'),
    hour: Number(part('hour')),
  };
}

const LONG_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function byClock(zone: string, ms: number) {
  const { day, weekday, hour } = createLocalClock(zone, 0).at(ms);
  return { date: dayText(day), weekday: LONG_NAMES[weekday], hour };
}

describe('the clock on the wall', () => {
  test('shows what the calendar of the runtime shows, in any zone at any time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2035, 0, 1) }),
        (zone, ms) => {
          expect(byClock(zone, ms)).toEqual(byCalendar(zone, ms));
        },
      ),
      { numRuns: 400 },
    );
  });

  // The minutes around each change of a year.
  test.each(ZONES)('is right to the minute when summer begins and ends: %s', (zone) => {
    const clock = createLocalClock(zone, 0);
    const hourMs = 3_600_000;
    let last = byCalendar(zone, Date.UTC(2025, 11, 31, 23)).hour;
    for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += hourMs) {
      const [before, now] = [last, byCalendar(zone, ms).hour];
      last = now;
      if (now === (before + 1) % 24) continue;
      for (let near = ms - 2 * hourMs; near <= ms + hourMs; near += 60_000) {
        const { day, hour } = clock.at(near);
        expect([dayText(day), hour]).toEqual([byCalendar(zone, near).date, byCalendar(zone, near).hour]);
      }
    }
  });

  test('shows an hour twice when summer ends, and one hour never when it begins', () => {
    const clock = createLocalClock('Europe/Berlin', 0);
    const hoursFrom = (ms: number): number[] =>
      [0, 1, 2, 3].map((hour) => clock.at(ms + hour * 3_600_000).hour);
    expect(hoursFrom(Date.UTC(2025, 9, 25, 23))).toEqual([1, 2, 2, 3]);
    expect(hoursFrom(Date.UTC(2025, 2, 29, 23))).toEqual([0, 1, 3, 4]);
  });

  test('begins the day at the chosen hour; the hour stays that of the wall clock', () => {
    const clock = createLocalClock('Europe/Berlin', 300);
    // Sunday, 04:59 and 05:00 in winter.
    const [early, late] = [Date.UTC(2026, 0, 11, 3, 59), Date.UTC(2026, 0, 11, 4)].map((ms) => clock.at(ms));
    expect(early).toMatchObject({ weekday: 5, hour: 4 });
    expect(late).toMatchObject({ weekday: 6, hour: 5 });
    expect([dayText(Number(early?.day)), dayText(Number(late?.day))]).toEqual(['2026-01-10', '2026-01-11']);
  });
});

describe('a zone', () => {
  test('is known by its IANA name, in whatever case, and gets its own spelling', () => {
    expect(knownZone('europe/berlin')).toBe('Europe/Berlin');
    expect(knownZone('UTC')).toBe('UTC');
    // Runtimes differ in which of the two they call it.
    expect(['Asia/Kolkata', 'Asia/Calcutta'].map(knownZone)).toEqual(['Asia/Kolkata', 'Asia/Calcutta']);
  });

  test.each(['', 'Mars/Olympus', '+02:00', '-0530', 'Europe/Berlin; drop', '2026'])('is not %j', (name) => {
    expect(knownZone(name)).toBeUndefined();
  });
});

describe('a day', () => {
  test('is read and written back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (day) => {
        expect(parseDay(dayText(day))).toBe(day);
        expect(weekdayOf(day + 7)).toBe(weekdayOf(day));
      }),
    );
    // A Sunday.
    expect(weekdayOf(Number(parseDay('2026-11-15')))).toBe(6);
  });

  test.each(['2026-02-30', '2026-13-01', '2026-1-1', '20261101', '2026-11-01T00', ''])(
    'is not %j',
    (text) => {
      expect(parseDay(text)).toBeUndefined();
    },
  );
});
