import { expect, test } from 'vitest';

import {
  halfWidth,
  plusMinusRate,
  pointsText,
  pointsWords,
  rateInterval,
  rateText,
  rateWords,
} from './rate-text.ts';

test.each([
  [0.531, '53.1 %'],
  [0, '0.0 %'],
  [0.0001, '< 0.1 %'],
  [1, '100 %'],
  [0.9994, '99.9 %'],
  [Number.NaN, '–'],
])('a rate of %s is %s', (rate, text) => {
  expect(rateText(rate)).toBe(text);
});

test('of a lopsided interval the longer half is shown', () => {
  expect(halfWidth({ value: 0.1, low: 0.05, high: 0.2 })).toBeCloseTo(0.1);
  expect(plusMinusRate({ value: 0.1, low: 0.05, high: 0.2 })).toBe('±10.0');
});

test.each([
  [0.031, '+3.1'],
  [-0.0042, '−0.4'],
  [-0.0004, '0.0'],
  [Number.NaN, '–'],
])('a difference of %s is %s points', (value, text) => {
  expect(pointsText(value)).toBe(text);
});

test('an interval with little room is shown in whole percents', () => {
  expect(rateInterval({ value: 0.52, low: 0.449, high: 0.591 })).toBe('45–59 %');
});

test('in words both ends are told', () => {
  expect(rateWords('Won', { value: 0.5, low: 0.4, high: 0.6 })).toBe(
    'Won 50.0 %, 95 % between 40.0 % and 60.0 %',
  );
  expect(pointsWords('Difference', { value: -0.02, low: -0.1, high: 0.06 })).toBe(
    'Difference −2.0 points, 95 % between −10.0 and +6.0',
  );
});
