import { expect, test } from 'vitest';
import { wilsonInterval } from '#/domain/statistics/intervals.ts';
import { winRateDifference } from './win-rate-difference.ts';

test('Newcombe’s own example: 56 of 70 against 48 of 80', () => {
  const difference = winRateDifference(wilsonInterval(56, 70), wilsonInterval(48, 80));
  expect(difference?.value).toBeCloseTo(0.2, 10);
  expect(difference?.low).toBeCloseTo(0.0524, 4);
  expect(difference?.high).toBeCloseTo(0.3339, 4);
});

test('stays within what is possible, and is unknown where one side is', () => {
  const difference = winRateDifference(wilsonInterval(1, 1), wilsonInterval(0, 1));
  expect(difference).toMatchObject({ value: 1, high: 1 });
  expect(winRateDifference(null, wilsonInterval(1, 2))).toBeNull();
  expect(winRateDifference(wilsonInterval(1, 2), null)).toBeNull();
});
