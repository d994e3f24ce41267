import { expect, test } from 'vitest';

import { SORTS } from '#/domain/tft/explore/question.ts';

import { hasCautiousEnd, readSorting, sortBy, toSort, type Sorting } from './sorting.ts';

const byAverage: Sorting = { column: 'average', order: 'asc', isCautious: false };

test('every sort that can be asked can be chosen in some direction', () => {
  const reachable = SORTS.filter((sort) =>
    (['asc', 'desc'] as const).some((order) => toSort(readSorting({ sort, order })).sort === sort),
  );
  expect(reachable).toEqual([...SORTS]);
});

test.each([
  ['the upper end of a placement when the best come first', 'average', 'asc', 'average-high'],
  ['the lower end of a placement when the worst come first', 'average', 'desc', 'average-low'],
  ['the lower end of a rate', 'win', 'desc', 'win-low'],
  ['nothing for a column without an interval', 'n', 'desc', 'n'],
] as const)('cautious means %s', (_what, column, order, sort) => {
  expect(toSort({ column, order, isCautious: true }).sort).toBe(sort);
  expect(hasCautiousEnd(column, order)).toBe(column !== 'n');
});

test('the first click on a column shows its best rows first, the second its worst', () => {
  const first = sortBy(byAverage, 'top4');
  const second = sortBy(first, 'top4');

  expect(first).toMatchObject({ column: 'top4', order: 'desc' });
  expect(second).toMatchObject({ column: 'top4', order: 'asc' });
  expect(sortBy(second, 'ranking')).toMatchObject({ column: 'ranking', order: 'asc' });
});
