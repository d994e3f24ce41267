import { expect, test } from 'vitest';

import { cellFor } from './cell-for-tests.ts';
import { heatTable } from './heat-map-table.ts';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const cells = days.flatMap((day) => Array.from({ length: 24 }, (_, hour) => cellFor(`${day}-${hour}`, 1, 1)));

test('with room, a row is a weekday and a column an hour', () => {
  const { columns, rows } = heatTable(cells, false);

  expect(columns).toHaveLength(24);
  expect(rows.map(({ label }) => label)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  expect(rows[2]?.cells[17]?.key).toBe('wed-17');
});

test('on a phone, a row is an hour and a column a weekday', () => {
  const { columns, rows } = heatTable(cells, true);

  expect(columns).toHaveLength(7);
  expect(rows).toHaveLength(24);
  expect(rows[17]?.label).toBe('17');
  expect(rows[17]?.cells[2]?.key).toBe('wed-17');
});
