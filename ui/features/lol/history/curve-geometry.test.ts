import { expect, test } from 'vitest';

import { curveGeometry, nearestPlaced, spread } from './curve-geometry.ts';

const frame = { x: [0, 100], y: [0, 50] } as const;
const points = [
  { at: 10, value: 0.4, low: 0.3, high: 0.5 },
  { at: 20, value: 0.6, low: 0.5, high: 0.7 },
  { at: 30, value: 0.5, low: 0.4, high: 0.6 },
];

test('points go from left to right by when they were, and larger values stand higher', () => {
  const placed = curveGeometry(points, frame).points;

  expect(placed.map(({ x }) => x)).toEqual([0, 50, 100]);
  expect(placed[1]?.y).toBeLessThan(placed[0]?.y ?? 0);
});

test('the band goes there along the low ends and back along the high ones', () => {
  const corners = curveGeometry(points, frame).band.split(' ');

  expect(corners).toHaveLength(6);
  expect(corners[0]?.split(',')[0]).toBe(corners[5]?.split(',')[0]);
  expect(Number(corners[0]?.split(',')[1])).toBeGreaterThan(Number(corners[5]?.split(',')[1]));
});

test('without intervals there is no band', () => {
  expect(curveGeometry([{ at: 1, value: 2 }], frame).band).toBe('');
});

test('what must be in the picture is, and nothing beyond the bounds', () => {
  const { domain } = curveGeometry(points, frame, { also: [0.95], within: [0, 1] });

  expect(domain[1]).toBeGreaterThan(0.95);
  expect(curveGeometry(points, frame, { also: [0, 1], within: [0, 1] }).domain).toEqual([0, 1]);
});

test('one point stands in the middle', () => {
  const [only] = curveGeometry([{ at: 5, value: 7 }], frame).points;

  expect(only?.x).toBe(50);
  expect(only?.y).toBeCloseTo(25);
});

test('no points give an empty drawing', () => {
  expect(curveGeometry([], frame)).toMatchObject({ points: [], line: '', band: '' });
});

test('a pointer finds the nearest point', () => {
  const { points: placed } = curveGeometry(points, frame);

  expect(nearestPlaced(placed, 60)?.point.at).toBe(20);
  expect(nearestPlaced([], 60)).toBeUndefined();
});

test('many labels become few', () => {
  expect(spread([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
  expect(spread([1, 2], 3)).toEqual([1, 2]);
});
