import { describe, expect, test } from 'vitest';

import { formatAgo, formatBytes, formatDuration, formatPercent, formatSpan } from './format.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_234_567, '1.23 MB'],
  [999_400, '999 kB'],
  [999_600, '1 MB'],
  [256e9, '256 GB'],
  [5e18, '5000 PB'],
  [-1, '0 B'],
])('%d bytes are written as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [MINUTE, '1 min'],
  [12 * MINUTE + 5 * SECOND, '12 min 5 s'],
  [HOUR, '1 h'],
  [3 * DAY + 4 * HOUR + 59 * MINUTE, '3 d 4 h'],
  [-SECOND, '0 s'],
])('a span of %d ms is written as %s', (ms, text) => {
  expect(formatSpan(ms)).toBe(text);
});

describe('a moment in the past', () => {
  test.each([
    [2 * SECOND, 'just now'],
    [3 * SECOND, '3 s ago'],
    [59 * SECOND, '59 s ago'],
    [MINUTE, '1 min ago'],
    [HOUR, '1 h ago'],
    [47 * HOUR, '1 d ago'],
    [1234 * DAY, '1,234 d ago'],
  ])('%d ms ago reads %s', (ms, text) => {
    expect(formatAgo(5e12 - ms, 5e12)).toBe(text);
  });

  test('a moment that the clocks put into the future reads as now', () => {
    expect(formatAgo(5e12 + MINUTE, 5e12)).toBe('just now');
  });
});

test.each([
  [0.42, '0.42 ms'],
  [8, '8 ms'],
  [123.4, '123 ms'],
  [999.6, '1.00 s'],
  [30_012, '30.01 s'],
  [59_999, '59 s'],
  [185_000, '3 min 5 s'],
])('work of %d ms took %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [0, '0.0 %'],
  [2.34, '2.3 %'],
  [9.96, '10 %'],
  [67.6, '68 %'],
])('%d per cent are written as %s', (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});
