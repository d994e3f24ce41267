import { expect, test } from 'vitest';

import { cellFor } from './cell-for-tests.ts';
import { heatTable } from './heat-map-table.ts';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const cells = days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => cellFor(`${day}-${hour}`, 1, 1)));

test('a row is a weekday and a column an hour, and on a phone the other way round', () => {
  const [wide, narrow] = [false, true].map((isNarrow) => heatTable(cells, isNarrow));

  expect([wide?.columns.length, narrow?.columns.length, narrow?.rows.length]).toEqual([24, 7, 24]);
  expect(wide?.rows.map(({ label }) => label)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  expect(narrow?.rows[17]?.label).toBe('17');
  expect([wide?.rows[2]?.cells[17]?.key, narrow?.rows[17]?.cells[2]?.key]).toEqual(['wed-17', 'wed-17']);
});
