import { expect, test } from 'vitest';

import { calendarMonths, calendarYears, dayShade } from './calendar.ts';
import { cellFor } from './cell-for-tests.ts';
import { heatTable } from './heat-map-table.ts';

const months = ['2025-12', '2026-01', '2026-02', '2026-06'].map((key) => cellFor(key, 10, 5));
const played = [
  { date: '2026-02-01', n: 3, wins: 1, seconds: 5_400 },
  { date: '2026-02-28', n: 6, wins: 4, seconds: 10_800 },
];

test('years and months go from the newest to the oldest', () => {
  expect(calendarYears(months)).toEqual(['2026', '2025']);
  expect(calendarMonths({ months, days: [] }, '2026').map(({ cell }) => cell.key)).toEqual([
    '2026-06',
    '2026-02',
    '2026-01',
  ]);
});

test('a month has whole weeks, begins at its weekday, and its days know their games', () => {
  const [june, february] = calendarMonths({ months, days: played }, '2026');
  const days = february?.weeks.flat() ?? [];

  // The first of February 2026 was a Sunday, the first of June a Monday.
  expect(days.slice(0, 7).map((day) => day?.number ?? null)).toEqual([null, null, null, null, null, null, 1]);
  expect(days.filter((day) => day !== null)).toHaveLength(28);
  expect(february?.weeks.every((week) => week.length === 7)).toBe(true);
  expect(days.flatMap((day) => (day?.played ? [[day.number, day.played.n]] : []))).toEqual([
    [1, 3],
    [28, 6],
  ]);
  expect(june?.weeks[0]?.[0]).toEqual({ date: '2026-06-01', number: 1, played: undefined });
});

test('the busiest day has the strongest shade', () => {
  expect([played[1], played[0], undefined].map((day) => dayShade(day, 6))).toEqual([1, 0.5, 0]);
});

test('a row of the heat map is a weekday and a column an hour; on a phone the other way round', () => {
  const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const cells = names.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => cellFor(`${day}-${hour}`, 1, 1)),
  );
  const [wide, narrow] = [false, true].map((isNarrow) => heatTable(cells, isNarrow));

  expect([wide?.columns.length, narrow?.columns.length, narrow?.rows.length]).toEqual([24, 7, 24]);
  expect(wide?.rows.map(({ label }) => label)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  expect([wide?.rows[2]?.cells[17]?.key, narrow?.rows[17]?.cells[2]?.key]).toEqual(['wed-17', 'wed-17']);
});
