import { expect, test } from 'vitest';

import {
  dayIn,
  daysBetween,
  dayWords,
  isDay,
  readFixtureSearch,
  readFootballSearch,
  shiftDay,
  timeIn,
  todayIn,
  zoneNames,
} from './day-address.ts';

const LATE = Date.parse('2026-11-15T23:30:00Z');

test('an address names the day, the zone and which matches; the page of a match takes the zone alone', () => {
  const search = { day: '2026-11-15', zone: 'Europe/Berlin', show: 'live' };
  expect(readFootballSearch(search)).toEqual(search);
  expect(readFixtureSearch(search)).toEqual({ zone: 'Europe/Berlin' });
  expect(readFixtureSearch({ zone: 'Moon/Base' })).toStrictEqual({ zone: undefined });
});

test.each([
  [{}],
  [{ day: '2026-02-31' }],
  [{ day: 20_261_115 }],
  [{ zone: 'Moon/Base' }],
  [{ zone: 'UTC' }],
  [{ zone: '' }],
  [{ show: 'everything' }],
])('%o says nothing', (search) => {
  expect(readFootballSearch(search)).toStrictEqual({ day: undefined, zone: undefined, show: undefined });
});

test.each([
  ['the day of a moment', dayIn('UTC', LATE), '2026-11-15'],
  ['the same moment further east', dayIn('Asia/Tokyo', LATE), '2026-11-16'],
  ['further west', dayIn('America/New_York', Date.parse('2026-11-15T03:00:00Z')), '2026-11-14'],
  ['today', todayIn('UTC', LATE, undefined), '2026-11-15'],
  ['today where the matches are played', todayIn('UTC', LATE, '2026-11-18'), '2026-11-18'],
  ['the same further east', todayIn('Asia/Tokyo', LATE, '2026-11-18'), '2026-11-19'],
  ['the day after a year', shiftDay('2026-12-31', 1), '2027-01-01'],
  ['the day before a March', shiftDay('2028-03-01', -1), '2028-02-29'],
  ['days over a year', daysBetween('2026-12-31', '2027-01-02'), 2],
  ['days back', daysBetween('2027-01-02', '2026-12-31'), -2],
  ['a day in words', dayWords('2026-11-15'), 'Sunday 15 November 2026'],
  ['a time', timeIn('UTC', '2026-11-15T19:30:00.000Z'), '19:30'],
  ['a time in a half-hour zone', timeIn('Asia/Kolkata', '2026-11-15T19:30:00.000Z'), '01:00'],
  ['a leap day', isDay('2028-02-29'), true],
  ['no leap day', isDay('2026-02-29'), false],
  ['no such month', isDay('2026-13-01'), false],
  ['one digit', isDay('2026-1-1'), false],
])('%s', (_what, read, expected) => {
  expect(read).toBe(expected);
});

test('zones begin with UTC and the zone of the browser, each once', () => {
  const names = zoneNames('Europe/Berlin', 'Asia/Tokyo');
  expect(names.slice(0, 3)).toEqual(['UTC', 'Asia/Tokyo', 'Europe/Berlin']);
  expect(new Set(names).size).toBe(names.length);
});
