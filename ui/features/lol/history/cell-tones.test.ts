import { expect, test } from 'vitest';

import { rateDomain, tintOf, toneOf } from './cell-tones.ts';

const sample = (low: number, high: number, isLowSample = false) => ({
  winRate: { value: (low + high) / 2, low, high },
  isLowSample,
});

test('only an interval without zero is sure', () => {
  expect(toneOf({ value: 0.1, low: 0.02, high: 0.2 })).toBe('above');
  expect(toneOf({ value: -0.1, low: -0.2, high: -0.02 })).toBe('below');
  expect(toneOf({ value: 0.1, low: -0.02, high: 0.2 })).toBe('unsure');
  expect(toneOf(null)).toBe('unsure');
});

test('a cell is coloured by how far its shrunk rate is from what is usual, and no more than fully', () => {
  expect(tintOf({ n: 100, shrunk: 0.575, expected: 0.5 })).toBeCloseTo(0.5);
  expect(tintOf({ n: 100, shrunk: 0.2, expected: 0.5 })).toBe(-1);
  expect(tintOf({ n: 0, shrunk: 0.9, expected: 0.5 })).toBe(0);
});

test('the stretch holds every certain interval and the baseline', () => {
  const [from, to] = rateDomain([sample(0.4, 0.6), sample(0.1, 0.95, true)], 0.7);

  expect(from).toBeLessThan(0.4);
  expect(from).toBeGreaterThan(0.3);
  expect(to).toBeGreaterThan(0.7);
  expect(to).toBeLessThan(0.8);
});

test('small differences do not fill the whole width, and without games there is a stretch too', () => {
  const [from, to] = rateDomain([sample(0.5, 0.51)], 0.5);

  expect(to - from).toBeCloseTo(0.2);
  expect(rateDomain([{ winRate: null, isLowSample: true }], 0.5)[1]).toBeGreaterThan(0.5);
});
