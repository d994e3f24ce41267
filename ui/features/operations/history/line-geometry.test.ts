import { expect, test } from 'vitest';

import { lineGeometry, nearestIndex } from './line-geometry.ts';

const frame = { x: [0, 100], y: [0, 50] } as const;
const times = [0, 10, 20, 30, 40];
const draw = (...lines: (number | null)[][]) => lineGeometry(times, lines, frame);

test('time goes from left to right, larger stands higher, and zero is at the bottom', () => {
  const { toX, toY, valueTicks } = draw([900, 901, 902, 903, 904]);

  expect([toX(0), toX(20), toX(40)]).toEqual([0, 50, 100]);
  expect(toY(904)).toBeLessThan(toY(903));
  expect([toY(0), valueTicks[0]]).toEqual([50, { value: 0, y: 50 }]);
});

test('values are labelled where they are round in the unit that is wanted', () => {
  const roundTo = (highest: number) => (highest > 120 ? 60 : 1);
  const { valueTicks } = lineGeometry(times, [[0, 0, 0, 0, 420]], frame, roundTo);

  expect(valueTicks.map(({ value }) => value)).toEqual([0, 120, 240, 360]);
});

test('all lines of a chart share one measure', () => {
  const { toY } = draw(Array(5).fill(1), Array(5).fill(100));

  expect(toY(100)).toBeGreaterThanOrEqual(0);
  expect(toY(1)).toBeGreaterThan(49);
});

test('a gap breaks the line, a value between two gaps is a dot, and gaps alone are nothing', () => {
  const [broken, dot, nothing] = draw(
    [1, 2, null, 2, 1],
    [null, null, 2, null, null],
    [null, null, null, null, null],
  ).paths;

  expect([broken?.match(/M/g)?.length, broken?.match(/L/g)?.length]).toEqual([2, 2]);
  expect(dot).toMatch(/^M50\.0,[\d.]+h0$/);
  expect(nothing).toBe('');
  // A chart of zeros has room above them.
  expect(draw([0, 0, 0, 0, 0]).toY(0)).toBe(50);
});

test('a moment finds the nearest measurement', () => {
  expect([14, 16, 9_999, -1].map((at) => nearestIndex(times, at))).toEqual([1, 2, 4, 0]);
});
