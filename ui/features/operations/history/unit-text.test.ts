import { expect, test } from 'vitest';

import { seriesTitle } from './series-titles.ts';
import { axisText, tickUnit, unitText } from './unit-text.ts';

test.each([
  [0, 'per-minute', '0 / min'],
  [0.004, 'per-minute', '< 0.01 / min'],
  [1.234, 'per-minute', '1.2 / min'],
  [1234.4, 'per-minute', '1,234 / min'],
  [0, 'seconds', '0 s'],
  [0.25, 'seconds', '250 ms'],
  [95, 'seconds', '1 min 35 s'],
  [1_500_000, 'bytes', '1.5 MB'],
  [0.031, 'share', '3.1 %'],
  [12, 'count', '12'],
  [3_400_000, 'rows', '3,400,000'],
  [null, 'count', '–'],
  [Number.NaN, 'count', '–'],
] as const)('%s %s reads as %s', (value, unit, text) => {
  expect(unitText(value, unit)).toBe(text);
});

test.each([
  [0, 'per-minute', '0'],
  [2_500, 'per-minute', '2,500'],
  [25_000, 'rows', '25 k'],
  [1_000_000, 'rows', '1 M'],
  [2_500_000, 'rows', '2.5 M'],
  [0.5, 'seconds', '500 ms'],
  [50, 'seconds', '50 s'],
  [60, 'seconds', '1 min'],
  [90, 'seconds', '1.5 min'],
  [5_400, 'seconds', '1.5 h'],
  [10_800, 'seconds', '3 h'],
  [200_000_000, 'bytes', '200 MB'],
  [0.5, 'share', '50 %'],
] as const)('beside an axis, %s %s reads as %s', (value, unit, text) => {
  expect(axisText(value, unit)).toBe(text);
});

test.each([
  [90, 'seconds', 1],
  [500, 'seconds', 60],
  [9_000, 'seconds', 3_600],
  [9_000, 'count', 1],
] as const)('an axis up to %s %s has ticks that are round in %s', (highest, unit, round) => {
  expect(tickUnit(highest, unit)).toBe(round);
});

test.each([
  ['games-stored', 'Games stored'],
  ['projector-lag-seconds', 'Statistics lag'],
  ['heap-bytes', 'Heap'],
  ['constructor', 'Constructor'],
])('%s is called %s', (name, title) => {
  expect(seriesTitle(name)).toBe(title);
});
