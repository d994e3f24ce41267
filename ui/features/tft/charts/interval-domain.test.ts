import { expect, test } from 'vitest';

import { intervalDomain } from './interval-domain.ts';

const sample = (low: number, high: number, isLowSample = false) => ({
  average: { value: (low + high) / 2, low, high },
  isLowSample,
});

test('holds every certain row and the baseline', () => {
  const [from, to] = intervalDomain([sample(3.8, 4.1), sample(4.6, 5.2)], sample(4.4, 4.5));

  expect(from).toBeLessThan(3.8);
  expect(to).toBeGreaterThan(5.2);
});

test('rows with few games do not set the measure', () => {
  const [from, to] = intervalDomain([sample(4, 5), sample(1.2, 7.9, true)], sample(4.4, 4.5));

  expect(from).toBeGreaterThan(3.5);
  expect(to).toBeLessThan(5.5);
});

test('when all have few games they do', () => {
  const [from, to] = intervalDomain([sample(2, 7, true)], sample(4.4, 4.5));

  expect(from).toBeLessThan(2);
  expect(to).toBeGreaterThan(7);
});

test('never reaches beyond first and last place', () => {
  expect(intervalDomain([sample(0.5, 8.5)], sample(4, 5))).toEqual([1, 8]);
});

test('small differences do not fill the whole width', () => {
  const [from, to] = intervalDomain([sample(4.49, 4.5)], sample(4.49, 4.5));

  expect(to - from).toBeCloseTo(0.5);
});
