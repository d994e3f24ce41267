import { expect, test } from 'vitest';

import { calendarMonths, calendarYears, dayShade } from './calendar.ts';
import { cellFor } from './cell-for-tests.ts';

const months = ['2025-12', '2026-01', '2026-02'].map((key) => cellFor(key, 10, 5));
const days = [
  { date: '2026-02-01', n: 3, wins: 1, seconds: 5_400 },
  { date: '2026-02-28', n: 6, wins: 4, seconds: 10_800 },
];

test('years and months go from the newest to the oldest', () => {
  expect(calendarYears(months)).toEqual(['2026', '2025']);
  expect(calendarMonths({ months, days }, '2026').map(({ cell }) => cell.key)).toEqual([
    '2026-02',
    '2026-01',
  ]);
});

test('a month begins at its weekday and ends with its last day', () => {
  const [february] = calendarMonths({ months, days }, '2026');
  const [first] = february?.weeks ?? [];
  const all = february?.weeks.flat().filter((day) => day !== null) ?? [];

  // The first of February 2026 was a Sunday.
  expect(first?.map((day) => day?.number ?? null)).toEqual([null, null, null, null, null, null, 1]);
  expect(all).toHaveLength(28);
  expect(february?.weeks.every((week) => week.length === 7)).toBe(true);
});

test('a month that begins on Monday has no empty place before it', () => {
  const [june] = calendarMonths({ months: [cellFor('2026-06', 1, 1)], days: [] }, '2026');

  expect(june?.weeks[0]?.[0]).toEqual({ date: '2026-06-01', number: 1, played: undefined });
});

test('days know their games', () => {
  const [february] = calendarMonths({ months, days }, '2026');
  const played = february?.weeks.flat().filter((day) => day?.played !== undefined);

  expect(played?.map((day) => [day?.number, day?.played?.n])).toEqual([
    [1, 3],
    [28, 6],
  ]);
});

test('the busiest day has the strongest shade', () => {
  expect(dayShade(days[1], 6)).toBe(1);
  expect(dayShade(days[0], 6)).toBe(0.5);
  expect(dayShade(undefined, 6)).toBe(0);
});
