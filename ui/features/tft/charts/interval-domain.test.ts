import { expect, test } from 'vitest';

import { intervalDomain } from './interval-domain.ts';

const sample = (low: number, high: number, isLowSample = false) => ({
  average: { value: (low + high) / 2, low, high },
  isLowSample,
});

test.each([
  ['every certain row and the baseline', [sample(3.8, 4.1), sample(4.6, 5.2)], [3.5, 3.8], [5.2, 5.5]],
  ['not rows with few games', [sample(4, 5), sample(1.2, 7.9, true)], [3.5, 4], [5, 5.5]],
  ['rows with few games where all have few', [sample(2, 7, true)], [1, 2], [7, 8]],
])('holds %s', (_, rows, [lowest = 0, low = 0], [high = 0, highest = 0]) => {
  const [from, to] = intervalDomain(rows, sample(4.4, 4.5));

  expect([from > lowest, from < low, to > high, to < highest]).toEqual([true, true, true, true]);
});

test('never reaches beyond first and last place', () => {
  expect(intervalDomain([sample(0.5, 8.5)], sample(4, 5))).toEqual([1, 8]);
});

test('small differences do not fill the whole width', () => {
  const [from, to] = intervalDomain([sample(4.49, 4.5)], sample(4.49, 4.5));

  expect(to - from).toBeCloseTo(0.5);
});
