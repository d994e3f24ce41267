import { expect, test } from 'vitest';
import { toCamelRows, toRecordset } from './rows.ts';

test('columns become fields, and values stay as they are', () => {
  const rows = [{ id: 1, home_before: 2, is_b_patch: { inner_key: true }, _odd: null }];

  expect(toCamelRows(rows, ['id', 'home_before', 'is_b_patch', '_odd'])).toEqual([
    { id: 1, homeBefore: 2, isBPatch: { inner_key: true }, _odd: null },
  ]);
  expect(toCamelRows([{ id: 1 }], ['id'])).toEqual([{ id: 1 }]);
});

test('many rows are one parameter in the names of the columns', () => {
  const rows = [{ id: 'a', endedAt: new Date(0), formerScorers: [{ playerId: 7 }], isBPatch: undefined }];

  expect(JSON.parse(toRecordset(rows))).toEqual([
    { id: 'a', ended_at: '1970-01-01T00:00:00.000Z', former_scorers: [{ playerId: 7 }] },
  ]);
});
