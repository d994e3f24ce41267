import { expect, test } from 'vitest';

import { extentOf, linearScale, roundTicks, widen } from './scale.ts';

test('a scale maps its ends to the ends of the drawing, also upside down', () => {
  const scale = linearScale([4, 5], [100, 0]);

  expect([4, 4.25, 5].map((value) => scale(value))).toEqual([100, 75, 0]);
});

test('an extent holds all values that are numbers', () => {
  expect(extentOf([4.2, Number.NaN, 3.9, 5], [0, 1])).toEqual([3.9, 5]);
  expect(extentOf([], [1, 8])).toEqual([1, 8]);
});

test('a widened extent grows on both sides', () => {
  const [from, to] = widen([4, 6], 0.1);

  expect(from).toBeCloseTo(3.8);
  expect(to).toBeCloseTo(6.2);
});

test('ticks are round and inside', () => {
  expect(roundTicks([3.83, 4.91], 4)).toEqual([4, 4.5]);
  expect(roundTicks([4.1, 4.52], 4)).toEqual([4.2, 4.4]);
  expect(roundTicks([0, 100], 5)).toEqual([0, 20, 40, 60, 80, 100]);
});
