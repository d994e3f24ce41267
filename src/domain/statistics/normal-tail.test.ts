import { describe, expect, test } from 'vitest';
import { twoSidedTail } from './intervals.ts';

describe('the chance of a normal deviation at least so large', () => {
  // From printed tables, of both sides together.
  test.each([
    [0, 1],
    [0.674_489_75, 0.5],
    [1.959_963_985, 0.05],
    [2.575_829_304, 0.01],
    [3.290_526_731, 0.001],
    [4.417_173_413, 1e-5],
    [6.109_410, 1e-9],
  ])('of %d is %d', (score, tail) => {
    expect(twoSidedTail(score) / tail).toBeCloseTo(1, 5);
    expect(twoSidedTail(-score)).toBe(twoSidedTail(score));
  });
});
