import { expect, test } from 'vitest';

import type { TftRow } from '#/contract/tft-explore.ts';

import { nearestPoint, trendGeometry } from './trend-geometry.ts';

const frame = { x: [0, 100], y: [0, 50] } as const;

test('days go from left to right, whatever the order of the rows', () => {
  const { points } = trendGeometry([day('2026-11-03'), day('2026-11-01'), day('2026-11-02')], 4.5, [], frame);

  expect(points.map((point) => [point.day, point.x])).toEqual([
    ['2026-11-01', 0],
    ['2026-11-02', 50],
    ['2026-11-03', 100],
  ]);
  expect([nearestPoint(points, 60)?.day, nearestPoint([], 60)]).toEqual(['2026-11-02', undefined]);
});

test('a better placement stands higher', () => {
  const { points } = trendGeometry([day('2026-11-01', 4), day('2026-11-02', 5)], 4.5, [], frame);
  const [good, bad] = points;

  expect(good?.y).toBeLessThan(bad?.y ?? 0);
});

test('the band goes there along the low ends and back along the high ones', () => {
  const { band, points } = trendGeometry([day('2026-11-01'), day('2026-11-02')], 4.5, [], frame);
  const corners = band.split(' ');

  expect(corners).toHaveLength(4);
  expect(corners[0]?.split(',')[0]).toBe(corners[3]?.split(',')[0]);
  expect(points[0]?.yLow).toBeLessThan(points[0]?.yHigh ?? 0);
});

test('a patch has a line where it began within the days shown', () => {
  const patches = [
    { patch: '17.4', startsAt: '2026-11-02T00:00:00Z' },
    { patch: '17.3', startsAt: '2026-10-20T00:00:00Z' },
    { patch: 'unknown', startsAt: null },
  ];
  const { patchLines } = trendGeometry([day('2026-11-01'), day('2026-11-03')], 4.5, patches, frame);

  expect(patchLines).toEqual([{ patch: '17.4', x: 50 }]);
});

test('a day with few games does not press the others flat', () => {
  const rows = [day('2026-11-01', 4.4), day('2026-11-02', 7.5, true)];
  const { points, valueTicks } = trendGeometry(rows, 4.5, [], frame);

  expect(Math.max(...valueTicks.map(({ value }) => value))).toBeLessThan(5);
  expect(points[1]?.yHigh).toBe(50);
});

test('many days get few labels', () => {
  const rows = Array.from({ length: 28 }, (_, index) => day(`2026-11-${String(index + 1).padStart(2, '0')}`));

  expect(trendGeometry(rows, 4.5, [], frame).dayTicks.length).toBeLessThanOrEqual(6);
});

function day(date: string, value = 4.5, isLowSample = false): TftRow {
  const estimate = { value, low: value - 0.1, high: value + 0.1 };
  return {
    key: `day:${date}`,
    subject: { kind: 'day', day: date },
    label: date,
    n: 100,
    counts: [],
    share: 1,
    average: estimate,
    top4: estimate,
    win: estimate,
    difference: estimate,
    shrunk: value,
    isLowSample,
  };
}
