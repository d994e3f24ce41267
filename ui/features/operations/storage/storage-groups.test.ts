import { expect, test } from 'vitest';

import { partitionName, sumOf, toBar, toTables } from './storage-groups.ts';

const part = (table: string, partition: string, bytes: number, rows = 1) => ({
  table,
  partition,
  rows,
  bytes,
});

test('tables stand by weight, and the patches of a table from the newest to the oldest', () => {
  const tables = toTables([
    part('tft_board', '17.9', 10),
    part('tft_unit', '17.9', 50),
    part('tft_board', '17.10', 5),
    part('tft_unit', '17.10', 80),
  ]);

  expect(
    tables.map(({ table, bytes, parts }) => [table, bytes, parts.map(({ partition }) => partition)]),
  ).toEqual([
    ['tft_unit', 130, ['17.10', '17.9']],
    ['tft_board', 15, ['17.10', '17.9']],
  ]);
});

test('a table without partitions is shown as undivided', () => {
  expect(['tuple()', '17.10'].map(partitionName)).toEqual(['undivided', '17.10']);
});

test('rows and bytes are added up', () => {
  expect(sumOf([part('a', '1', 5, 2), part('a', '2', 6, 3)])).toEqual({ rows: 5, bytes: 11 });
  expect(sumOf([])).toEqual({ rows: 0, bytes: 0 });
});

test('a bar is as long as its part of the heaviest, and names bytes and rows', () => {
  expect(toBar('raw', { rows: 1_200, bytes: 500_000 }, 2_000_000)).toEqual({
    name: 'raw',
    share: 0.25,
    value: '500 kB',
    note: '1,200 rows',
  });
  expect(toBar('one', { rows: 1, bytes: 0 }, 0)).toMatchObject({ share: 0, note: '1 row' });
});
