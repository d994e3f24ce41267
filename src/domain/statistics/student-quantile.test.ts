import { describe, expect, test } from 'vitest';
import { NORMAL_QUANTILE, studentQuantile } from './intervals.ts';

describe('the reach of a 95 % interval', () => {
  // To as many digits as the error of the expansion allows, which falls with the fifth power.
  test.each([
    [4, 2.776_445, 2],
    [5, 2.570_582, 2],
    [7, 2.364_624, 3],
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
