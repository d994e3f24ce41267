import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SORTS } from './question.ts';
import { sortRows, type SortableRow } from './sort-rows.ts';

function row(key: string, n: number, value = 4, change?: number | null): SortableRow {
  const estimate = { value, low: value - 1, high: value + 1 };
  const estimates = { average: estimate, top4: estimate, win: estimate, difference: estimate };
  const rest = { key, n, ...estimates, shrunk: value, isLowSample: false };
  if (change === undefined) return rest;
  const known = change === null ? null : { value: change, low: change, high: change };
  return { ...rest, compared: { change: known } };
}

const keys = (rows: readonly SortableRow[]): readonly string[] => rows.map(({ key }) => key);

test('each sort looks at its own number', () => {
  const base = row('x', 10);
  for (const sort of SORTS.filter((one) => one !== 'key' && one !== 'change')) {
    const [column, end] = sort.split('-') as [keyof typeof base, 'low' | 'high' | undefined];
    const value = base[column];
    const better =
      typeof value === 'object'
        ? { ...base, [column]: { ...value, [end ?? 'value']: 2.5 } }
        : { ...base, [column]: 2.5 };
    expect(sortRows([base, better], sort, 'asc')).toEqual([better, base]);
    expect(sortRows([better, base], sort, 'desc')).toEqual([base, better]);
  }
});

test('equal rows are told apart by n, then by key, whichever the order', () => {
  const rows = [row('b', 5), row('c', 9), row('a', 5)];
  expect(keys(sortRows(rows, 'average', 'asc'))).toEqual(['c', 'a', 'b']);
  expect(keys(sortRows(rows, 'average', 'desc'))).toEqual(['c', 'a', 'b']);
});

test('in the ranking, what is hardly known comes after everything else, whichever the order', () => {
  const rare = (key: string, value: number) => ({ ...row(key, 3, value), isLowSample: true });
  const rows = [rare('lucky', 1), row('good', 900, 4), rare('unlucky', 8), row('poor', 900, 5)];
  expect(keys(sortRows(rows, 'shrunk', 'asc'))).toEqual(['good', 'poor', 'lucky', 'unlucky']);
  expect(keys(sortRows(rows, 'shrunk', 'desc'))).toEqual(['poor', 'good', 'unlucky', 'lucky']);
  expect(keys(sortRows(rows, 'average', 'asc'))).toEqual(['lucky', 'good', 'poor', 'unlucky']);
});

test('what is not known comes last, whichever the order', () => {
  const rows = [
    row('none', 9),
    row('null', 8, 4, null),
    row('up', 1, 4, 0.5),
    row('nan', 7, 4, Number.NaN),
    row('down', 1, 4, -0.5),
  ];
  expect(keys(sortRows(rows, 'change', 'asc'))).toEqual(['down', 'up', 'none', 'null', 'nan']);
  expect(keys(sortRows(rows, 'change', 'desc'))).toEqual(['up', 'down', 'none', 'null', 'nan']);
});

test.each([
  [
    ['level:9', 'level:10', 'level:2'],
    ['level:2', 'level:9', 'level:10'],
  ],
  [
    ['lp:0', 'lp:-100', 'lp:100', 'lp:-1200', 'lp:unknown'],
    ['lp:-1200', 'lp:-100', 'lp:0', 'lp:100', 'lp:unknown'],
  ],
  [
    ['patch:17.10', 'patch:17.9b', 'patch:17.9', 'patch:unknown'],
    ['patch:17.9', 'patch:17.9b', 'patch:17.10', 'patch:unknown'],
  ],
  [
    ['day:2026-11-02', 'day:2026-10-31'],
    ['day:2026-10-31', 'day:2026-11-02'],
  ],
  [
    ['unit:b', 'unit:a', 'unit:a1', 'unit:01', 'unit:1'],
    ['unit:01', 'unit:1', 'unit:a', 'unit:a1', 'unit:b'],
  ],
])('keys %j are in the order %j', (given, sorted) => {
  const rows = given.map((key) => row(key, 1));
  const isUnknown = (key: string): boolean => key.endsWith('unknown');
  const known = sorted.filter((key) => !isUnknown(key)).toReversed();
  expect(keys(sortRows(rows, 'key', 'asc'))).toEqual(sorted);
  expect(keys(sortRows(rows, 'key', 'desc'))).toEqual([...known, ...sorted.filter(isUnknown)]);
});

test('no row is lost, and the order does not depend on how the rows were given', () => {
  const values = fc.constantFrom(1, 2, 3, Number.NaN);
  const names = fc.oneof(
    fc.constantFrom('lp:-5', 'lp:5', 'lp:-10', 'lp:unknown', 'level:10', 'total'),
    fc.string(),
  );
  const rows = fc.uniqueArray(
    fc.tuple(names, fc.nat(3), values, fc.option(values, { nil: undefined })).map((all) => row(...all)),
    { selector: ({ key }) => key, maxLength: 12 },
  );
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(...SORTS),
      fc.constantFrom('asc' as const, 'desc' as const),
      (rows, sort, order) => {
        const sorted = sortRows(rows, sort, order);
        expect(new Set(sorted)).toEqual(new Set(rows));
        expect(sorted).toHaveLength(rows.length);
        expect(sortRows(rows.toReversed(), sort, order)).toEqual(sorted);
      },
    ),
  );
});
