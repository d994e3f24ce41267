import { expect, test } from 'vitest';
import { createNormals } from './intervals.ts';

function draw(seed: number, count: number): number[] {
  const normal = createNormals(seed);
  return Array.from({ length: count }, () => normal());
}

test('deviates are those of Box and Muller from the generator mulberry32, in every version', () => {
  const expected = [0.141_970_437_821_6, 0.058_240_714_748_7, -0.864_253_024_872_9, -2.605_680_906_750_8];
  for (const [index, value] of draw(7, 4).entries()) expect(value).toBeCloseTo(Number(expected[index]), 11);
});
