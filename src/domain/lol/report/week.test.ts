import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLocalClock, parseDay } from '../history/local-clock.ts';
import { startOfDay } from './day-start.ts';
import { lastWeek, weekBefore, weekDueAt, weekOf, weekOfDay } from './week.ts';

const HOUR_MS = 3_600_000;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Asia/Beirut',
];
const dayOf = (text: string): number => parseDay(text) ?? Number.NaN;
const iso = (at: number): string => new Date(at).toISOString();

describe('a week', () => {
  test('begins on Monday at midnight of its zone and ends where the next begins', () => {
    const week = weekOfDay(dayOf('2026-11-12'), 'Asia/Kolkata');
    expect(week).toMatchObject({ from: '2026-11-09', until: '2026-11-15', timeZone: 'Asia/Kolkata' });
    expect(iso(week.startsAt)).toBe('2026-11-08T18:30:00.000Z');
    expect(iso(week.endsAt)).toBe('2026-11-15T18:30:00.000Z');
  });

  test.each([
    ['Europe/Berlin', '2026-03-29', 167],
    ['Europe/Berlin', '2026-10-25', 169],
    ['America/Los_Angeles', '2026-03-08', 167],
    ['America/Los_Angeles', '2026-11-01', 169],
    ['Pacific/Auckland', '2026-04-05', 169],
    ['UTC', '2026-10-25', 168],
  ])('in %s, that of %s has %i hours', (zone, day, hours) => {
    const { startsAt, endsAt } = weekOfDay(dayOf(day), zone);
    expect((endsAt - startsAt) / HOUR_MS).toBe(hours);
  });

  test('weeks follow each other without gap or overlap, and each moment is in its week', () => {
    const moment = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(moment, fc.constantFrom(...ZONES), (at, zone) => {
        const week = weekOf(at, zone);
        expect(week.startsAt).toBeLessThanOrEqual(at);
        expect(week.endsAt).toBeGreaterThan(at);
        expect(weekBefore(week).endsAt).toBe(week.startsAt);
        expect(createLocalClock(zone, 0).at(week.startsAt).weekday).toBe(0);
      }),
    );
  });
});

describe('the beginning of a day', () => {
  test('is one o’clock where midnight is skipped', () => {
    // Clocks in Beirut go from 00:00 to 01:00.
    const start = startOfDay(createLocalClock('Asia/Beirut', 0), dayOf('2026-03-29'));
    expect(iso(start)).toBe('2026-03-28T22:00:00.000Z');
    expect(createLocalClock('Asia/Beirut', 0).at(start).hour).toBe(1);
  });

  test('of a day that never was is that of the next', () => {
    const clock = createLocalClock('Pacific/Apia', 0);
    expect(startOfDay(clock, dayOf('2011-12-30'))).toBe(startOfDay(clock, dayOf('2011-12-31')));
  });
});

describe('the week that is reported', () => {
  const monday4 = Date.UTC(2026, 10, 16, 4);

  test('is the last one that is over', () => {
    expect(lastWeek(monday4, 'UTC').from).toBe('2026-11-09');
    // It is still Sunday there.
    expect(lastWeek(monday4, 'America/Los_Angeles').from).toBe('2026-11-02');
  });

  test('of a round is the one that ends around it, also where it has some hours left', () => {
    for (const zone of ZONES) expect(weekDueAt(monday4, zone).from).toBe('2026-11-09');
    expect(weekDueAt(monday4, 'America/Los_Angeles').endsAt).toBeGreaterThan(monday4);
  });
});
