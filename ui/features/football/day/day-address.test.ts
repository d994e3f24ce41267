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

test('an address says which day, by which clock, and which matches', () => {
  const search = { day: '2026-11-15', zone: 'Europe/Berlin', show: 'live' };
  expect(readFootballSearch(search)).toEqual(search);
});

test.each([
  [{}],
  [{ day: '2026-02-31' }],
  [{ day: 'yesterday' }],
  [{ day: 20_261_115 }],
  [{ zone: 'Moon/Base' }],
  [{ zone: 'UTC' }],
  [{ zone: '' }],
  [{ show: 'everything' }],
  [{ more: 'x' }],
])('%o says nothing', (search) => {
  expect(readFootballSearch(search)).toStrictEqual({ day: undefined, zone: undefined, show: undefined });
});

test('the page of a match takes the clock from its address, and nothing else', () => {
  expect(readFixtureSearch({ day: '2026-11-15', zone: 'Asia/Tokyo', show: 'live' })).toEqual({
    zone: 'Asia/Tokyo',
  });
  expect(readFixtureSearch({ zone: 'Moon/Base' })).toStrictEqual({ zone: undefined });
});

test('the same moment is another day elsewhere', () => {
  const late = Date.parse('2026-11-15T23:30:00Z');
  expect(dayIn('UTC', late)).toBe('2026-11-15');
  expect(dayIn('Asia/Tokyo', late)).toBe('2026-11-16');
  expect(dayIn('America/New_York', Date.parse('2026-11-15T03:00:00Z'))).toBe('2026-11-14');
});

test('today is where the matches are played, and a zone is as far from it as from our day', () => {
  const late = Date.parse('2026-11-15T23:30:00Z');
  expect(todayIn('UTC', late, undefined)).toBe('2026-11-15');
  expect(todayIn('UTC', late, '2026-11-15')).toBe('2026-11-15');
  expect(todayIn('UTC', late, '2026-11-18')).toBe('2026-11-18');
  expect(todayIn('Asia/Tokyo', late, '2026-11-18')).toBe('2026-11-19');
});

test('days go on over months, years and leap days', () => {
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
  expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29');
  expect(daysBetween('2026-12-31', '2027-01-02')).toBe(2);
  expect(daysBetween('2027-01-02', '2026-12-31')).toBe(-2);
});

test('days and times are written for people', () => {
  expect(dayWords('2026-11-15')).toBe('Sunday 15 November 2026');
  expect(timeIn('UTC', '2026-11-15T19:30:00.000Z')).toBe('19:30');
  expect(timeIn('Asia/Kolkata', '2026-11-15T19:30:00.000Z')).toBe('01:00');
});

test.each([
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['', false],
])('%s is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

test('zones begin with UTC and this browser’s own, and none stands there twice', () => {
  const names = zoneNames('Europe/Berlin', 'Asia/Tokyo');
  expect(names.slice(0, 3)).toEqual(['UTC', 'Asia/Tokyo', 'Europe/Berlin']);
  expect(new Set(names).size).toBe(names.length);
});
