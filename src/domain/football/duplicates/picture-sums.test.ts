import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSums, PICTURE_EDGE, PICTURE_PIXELS, sumBefore, sumPicture } from './picture-sums.ts';

const pixels = Uint8Array.from({ length: PICTURE_PIXELS }, (_, pixel) => (pixel * 7919) % 251);

test('the sum before a point is that of the pixels left of it and above, with the parts of those that it cuts', () => {
  const sums = createSums();
  sumPicture(pixels, 0, sums);
  const place = fc.double({ min: 0, max: PICTURE_EDGE, noNaN: true });
  fc.assert(
    fc.property(place, place, (x, y) => {
      expect(sumBefore(sums, x, y)).toBeCloseTo(countSlowly(x, y), 3);
    }),
    {
      numRuns: 40,
      examples: [
        [PICTURE_EDGE, PICTURE_EDGE],
        [0, 0],
        [12, PICTURE_EDGE],
      ],
    },
  );
});

test('a picture behind another one in the same array is summed separately', () => {
  const two = new Uint8Array(2 * PICTURE_PIXELS).fill(200);
  two.set(pixels, PICTURE_PIXELS);
  const [alone, behind] = [createSums(), createSums()];

  sumPicture(pixels, 0, alone);
  sumPicture(two, 0, behind);
  sumPicture(two, PICTURE_PIXELS, behind);

  expect(behind).toEqual(alone);
});

function countSlowly(x: number, y: number): number {
  let sum = 0;
  for (let row = 0; row < PICTURE_EDGE; row++)
    for (let column = 0; column < PICTURE_EDGE; column++)
      sum += (pixels[row * PICTURE_EDGE + column] as number) * inside(x - column) * inside(y - row);
  return sum;
}

function inside(length: number): number {
  return Math.min(1, Math.max(0, length));
}
