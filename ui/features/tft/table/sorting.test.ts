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

test('cautious means the upper end of a placement when the best come first', () => {
  expect(toSort({ ...byAverage, isCautious: true })).toEqual({ sort: 'average-high', order: 'asc' });
});

test('cautious means the lower end of a placement when the worst come first', () => {
  expect(toSort({ ...byAverage, order: 'desc', isCautious: true }).sort).toBe('average-low');
});

test('cautious means the lower end of a rate', () => {
  expect(toSort({ column: 'win', order: 'desc', isCautious: true }).sort).toBe('win-low');
});

test('a column without an interval has no cautious end', () => {
  expect(hasCautiousEnd('n', 'desc')).toBe(false);
  expect(toSort({ column: 'n', order: 'desc', isCautious: true }).sort).toBe('n');
});

test('the first click on a column shows its best rows first, the second its worst', () => {
  const first = sortBy(byAverage, 'top4');
  const second = sortBy(first, 'top4');

  expect(first).toMatchObject({ column: 'top4', order: 'desc' });
  expect(second).toMatchObject({ column: 'top4', order: 'asc' });
  expect(sortBy(second, 'ranking')).toMatchObject({ column: 'ranking', order: 'asc' });
});
