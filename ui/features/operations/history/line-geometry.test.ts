import { expect, test } from 'vitest';

import { lineGeometry, nearestIndex } from './line-geometry.ts';

const frame = { x: [0, 100], y: [0, 50] } as const;
const times = [0, 10, 20, 30, 40];

test('time goes from left to right, and larger stands higher', () => {
  const { toX, toY } = lineGeometry(times, [[0, 1, 2, 3, 4]], frame);

  expect([toX(0), toX(20), toX(40)]).toEqual([0, 50, 100]);
  expect(toY(4)).toBeLessThan(toY(3));
});

test('zero is at the bottom, however large the smallest value is', () => {
  const { toY, valueTicks } = lineGeometry(times, [[900, 901, 902, 903, 904]], frame);

  expect(toY(0)).toBe(50);
  expect(valueTicks[0]).toEqual({ value: 0, y: 50 });
});

test('values are labelled where they are round in the unit that is wanted', () => {
  const { valueTicks } = lineGeometry(times, [[0, 0, 0, 0, 420]], frame, (highest) =>
    highest > 120 ? 60 : 1,
  );

  expect(valueTicks.map(({ value }) => value)).toEqual([0, 120, 240, 360]);
});

test('all lines of a chart share one measure', () => {
  const { toY } = lineGeometry(
    times,
    [
      [1, 1, 1, 1, 1],
      [100, 100, 100, 100, 100],
    ],
    frame,
  );

  expect(toY(100)).toBeGreaterThanOrEqual(0);
  expect(toY(1)).toBeGreaterThan(49);
});

test('a gap breaks the line', () => {
  const { paths } = lineGeometry(times, [[1, 2, null, 2, 1]], frame);

  expect(paths[0]?.match(/M/g)).toHaveLength(2);
  expect(paths[0]?.match(/L/g)).toHaveLength(2);
});

test('a value between two gaps is a dot', () => {
  const { paths } = lineGeometry(times, [[null, null, 2, null, null]], frame);

  expect(paths[0]).toMatch(/^M50\.0,[\d.]+h0$/);
});

test('a line of gaps alone is nothing, and a chart of zeros has room above them', () => {
  expect(lineGeometry(times, [[null, null, null, null, null]], frame).paths).toEqual(['']);
  expect(lineGeometry(times, [[0, 0, 0, 0, 0]], frame).toY(0)).toBe(50);
});

test('a moment finds the nearest measurement', () => {
  expect(nearestIndex(times, 14)).toBe(1);
  expect(nearestIndex(times, 16)).toBe(2);
  expect(nearestIndex(times, 9_999)).toBe(4);
  expect(nearestIndex(times, -1)).toBe(0);
});
