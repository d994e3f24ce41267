import { describe, expect, test } from 'vitest';
import { NORMAL_QUANTILE, studentQuantile } from './student-quantile.ts';

/** The share of Student's t that lies within `reach` of its middle, by adding up the density, whose total is added up likewise. */
function massWithin(reach: number, freedom: number): number {
  const density = (t: number): number => (1 + (t * t) / freedom) ** (-(freedom + 1) / 2);
  return areaUnder(density, 0, reach) / (areaUnder(density, 0, reach) + tailBeyond(density, reach));
}

/** In strips that double in width as the density fades. */
function tailBeyond(density: (t: number) => number, from: number): number {
  let sum = 0;
  for (let start = from, width = from; start < 1e7; start += width, width *= 2)
    sum += areaUnder(density, start, start + width);
  return sum;
}

/** Simpson's rule. */
function areaUnder(density: (t: number) => number, from: number, to: number): number {
  const steps = 200;
  const step = (to - from) / steps;
  let sum = density(from) + density(to);
  for (let index = 1; index < steps; index++) sum += (index % 2 === 0 ? 2 : 4) * density(from + index * step);
  return (sum * step) / 3;
}

describe('the reach of a 95 % interval', () => {
  test.each([4, 4.5, 5, 7, 12.25, 30, 200])(
    'holds 95 %% of Student’s t with %d degrees of freedom',
    (freedom) => {
      const mass = massWithin(studentQuantile(freedom), freedom);

      expect(Math.abs(mass - 0.95)).toBeLessThan(0.0003);
    },
  );

  // To more digits than the error of the expansion, which falls with the fifth power.
  test.each([
    [10, 2.228_138_852, 4],
    [20, 2.085_963_447_3, 6],
    [100, 1.983_971_518_523_6, 9],
  ])('with %d degrees of freedom is %d to %d digits', (freedom, exact, digits) => {
    expect(studentQuantile(freedom)).toBeCloseTo(exact, digits);
  });

  test('becomes the normal one as the variance gets known', () => {
    expect(studentQuantile(2 ** 43)).toBeCloseTo(NORMAL_QUANTILE, 10);
    expect(NORMAL_QUANTILE).toBeCloseTo(1.96, 4);
  });
});
