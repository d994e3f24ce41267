import { expect, test } from 'vitest';

import { curveGeometry, nearestPlaced, spread } from './curve-geometry.ts';

const frame = { x: [0, 100], y: [0, 50] } as const;
const points = [
  { at: 10, value: 0.4, low: 0.3, high: 0.5 },
  { at: 20, value: 0.6, low: 0.5, high: 0.7 },
  { at: 30, value: 0.5, low: 0.4, high: 0.6 },
];

test('places points by their time from left to right and by their value upwards, with a closed band', () => {
  const { points: placed, band } = curveGeometry(points, frame);
  const corners = band.split(' ').map((corner) => corner.split(',').map(Number));

  expect(placed.map(({ x }) => x)).toEqual([0, 50, 100]);
  expect(placed[1]?.y).toBeLessThan(placed[0]?.y ?? 0);
  expect(corners.map(([x]) => x)).toEqual([0, 50, 100, 100, 50, 0]);
  expect(corners[0]?.[1]).toBeGreaterThan(corners[5]?.[1] ?? 0);
  expect(nearestPlaced(placed, 60)?.point.at).toBe(20);
});

test('shows what must be seen, and nothing beyond the bounds', () => {
  const domainWith = (also: readonly number[]) =>
    curveGeometry(points, frame, { also, within: [0, 1] }).domain;

  expect(domainWith([0.95])[1]).toBeGreaterThan(0.95);
  expect(domainWith([0, 1])).toEqual([0, 1]);
});

test('one point stands in the middle, without a band; no points give an empty drawing', () => {
  const { points: placed, band } = curveGeometry([{ at: 5, value: 7 }], frame);

  expect([placed[0]?.x, Math.round(placed[0]?.y ?? 0), band]).toEqual([50, 25, '']);
  expect(curveGeometry([], frame)).toMatchObject({ points: [], line: '', band: '' });
  expect(nearestPlaced([], 60)).toBeUndefined();
});

test('many labels become few', () => {
  expect(spread([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
  expect(spread([1, 2], 3)).toEqual([1, 2]);
});
