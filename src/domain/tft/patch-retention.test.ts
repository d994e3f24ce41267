import { expect, test } from 'vitest';
import { calendarRow } from './fixtures/calendar-rows.ts';
import { partitionsToDrop } from './patch-calendar.ts';

const ROWS = [
  calendarRow('17.8', '2026-08-01'),
  calendarRow('17.9', '2026-08-12'),
  calendarRow('17.9b', '2026-08-15'),
  calendarRow('18.1', '2026-08-26'),
  calendarRow('18.1b', '2026-08-30'),
  calendarRow('18.1', '2026-08-27', { region: 'kr' }),
  calendarRow('18.2', '2026-09-09'),
  calendarRow('101.1', '2026-08-02'),
  calendarRow('101.2', '2026-08-16'),
];
const ALL = ['17.8', '17.9', '17.9b', '18.1', '18.1b', '18.2', 'unknown', 'revival'];

test('a patch counts once with its letters, and the newest are kept', () => {
  expect(partitionsToDrop(ROWS, ALL, 2)).toEqual(['17.9b', '17.9', '17.8']);
  expect(partitionsToDrop(ROWS, ALL, 3)).toEqual(['17.8']);
  expect(partitionsToDrop(ROWS, ALL, 4)).toEqual([]);
});

test('only patches that there are games of are counted', () => {
  expect(partitionsToDrop(ROWS, ['17.8', '17.9b', '18.2'], 2)).toEqual(['17.8']);
  expect(partitionsToDrop(ROWS, ['17.8'], 1)).toEqual([]);
});

test('practice patches and real ones do not push each other out', () => {
  const dropped = partitionsToDrop(ROWS, [...ALL, '101.1', '101.2'], 1);
  expect(dropped.join(' ')).toBe('18.1b 18.1 17.9b 17.9 17.8 101.1');
});

test('what has no date is never dropped', () => {
  expect(partitionsToDrop(ROWS, ['unknown', 'revival', 's6-12.7'], 1)).toEqual([]);
});
