import { expect, test } from 'vitest';
import type { CalendarRow } from './patch-calendar.ts';
import { partitionsToDrop } from './patch-retention.ts';

const row = (setNumber: number, patch: string, bPatch: string, day: number, region = '*'): CalendarRow => ({
  setNumber,
  patch,
  bPatch,
  region,
  startsAt: Date.UTC(2026, 7, day),
  origin: 'seed',
  isEstimate: false,
});

const ROWS = [
  row(17, '17.8', '', 1),
  row(17, '17.9', '', 12),
  row(17, '17.9', 'b', 15),
  row(18, '18.1', '', 26),
  row(18, '18.1', 'b', 30),
  row(18, '18.1', '', 27, 'kr'),
  row(18, '18.2', '', 40),
  row(101, '101.1', '', 2),
  row(101, '101.2', '', 16),
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
  expect(partitionsToDrop(ROWS, [...ALL, '101.1', '101.2'], 1)).toEqual([
    '18.1b',
    '18.1',
    '17.9b',
    '17.9',
    '17.8',
    '101.1',
  ]);
});

test('what has no date is never dropped', () => {
  expect(partitionsToDrop(ROWS, ['unknown', 'revival', 's6-12.7'], 1)).toEqual([]);
});
