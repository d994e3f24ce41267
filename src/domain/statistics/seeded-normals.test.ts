import { expect, test } from 'vitest';
import { createNormals } from './seeded-normals.ts';

function draw(seed: number, count: number): number[] {
  const normal = createNormals(seed);
  return Array.from({ length: count }, () => normal());
}

test('deviates are those of Box and Muller from the generator mulberry32, in every version', () => {
  const expected = [0.141_970_437_821_6, 0.058_240_714_748_7, -0.864_253_024_872_9, -2.605_680_906_750_8];
  for (const [index, value] of draw(7, 4).entries()) expect(value).toBeCloseTo(Number(expected[index]), 11);
});

test('deviates have mean 0, variance 1, and the tails of the normal distribution', () => {
  const values = draw(3, 200_000);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + value ** 2, 0) / values.length;
  expect(Math.abs(mean)).toBeLessThan(0.01);
  expect(Math.abs(variance - 1)).toBeLessThan(0.015);
  const beyond = values.filter((value) => Math.abs(value) > 2.5758).length / values.length;
  expect(Math.abs(beyond - 0.01)).toBeLessThan(0.001);
  // One after the other, they have nothing to do with each other.
  const products = values.slice(1).map((value, index) => value * Number(values[index]));
  expect(Math.abs(products.reduce((sum, value) => sum + value, 0) / products.length)).toBeLessThan(0.01);
});
