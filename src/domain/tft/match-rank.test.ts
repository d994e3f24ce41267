import { expect, test } from 'vitest';
import {
  ladderOf,
  rankHours,
  rankQuality,
  secondsOf,
  startOf,
  UNKNOWN_RANK_HOURS,
  type RankQuality,
} from './match-rank.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 3, 12);

test.each<[distance: number, hours: number]>([
  [0, 0],
  [-1, 0],
  [-HOUR + 1, 0],
  [-HOUR, -1],
  [-1.5 * HOUR, -1],
  [-24 * HOUR, -24],
  [1, 1],
  [HOUR, 1],
  [HOUR + 1, 2],
  [24 * HOUR, 24],
  [-5 * 365 * 24 * HOUR, -32_767],
  [5 * 365 * 24 * HOUR, 32_767],
])('a snapshot taken %d ms after the start is %d hours away', (distance, hours) => {
  expect(rankHours(START, START + distance)).toBe(hours);
});

test.each<[hours: number, strictHours: number, quality: RankQuality]>([
  [0, 24, 'strict'],
  [-24, 24, 'strict'],
  [-25, 24, 'older'],
  [1, 24, 'day'],
  [24, 24, 'day'],
  [25, 24, 'older'],
  [-7, 6, 'day'],
  [-24, 6, 'day'],
  [-25, 48, 'strict'],
  [-32_767, 32_767, 'strict'],
  [UNKNOWN_RANK_HOURS, 32_768, 'unknown'],
])('%d hours are, with a limit of %d, %s', (hours, strictHours, quality) => {
  expect(rankQuality(hours, strictHours)).toBe(quality);
});

test('the start lies the length before the end, in whole seconds, and is the end where the length is unknown', () => {
  expect(startOf({ endedAt: START + 678, lengthSeconds: 2_118.7 })).toBe(START - 2_118_000);
  expect(startOf({ endedAt: START, lengthSeconds: null })).toBe(START);
  expect(secondsOf(-5)).toBe(0);
  expect(secondsOf(1e9)).toBe(65_535);
});

test('double up has its own ladder', () => {
  expect([1100, 1160, 1090, 1150].map(ladderOf)).toEqual([
    'RANKED_TFT',
    'RANKED_TFT_DOUBLE_UP',
    'RANKED_TFT',
    'RANKED_TFT_DOUBLE_UP',
  ]);
});
