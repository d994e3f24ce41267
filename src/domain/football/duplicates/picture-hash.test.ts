import { expect, test } from 'vitest';
import { hashRegion, type Region } from './picture-hash.ts';
import { createSums, PICTURE_EDGE, PICTURE_PIXELS, sumPicture } from './picture-sums.ts';

type Paint = (x: number, y: number) => number;

const ALL: Region = { left: 0, top: 0, width: PICTURE_EDGE, height: PICTURE_EDGE };
const ONES = 0xffff_ffff;

function hashOf(paint: Paint, region = ALL, isMirrored = false): number[] {
  const pixels = Uint8Array.from({ length: PICTURE_PIXELS }, (_, pixel) =>
    paint(pixel % PICTURE_EDGE, Math.floor(pixel / PICTURE_EDGE)),
  );
  const sums = createSums();
  sumPicture(pixels, 0, sums);
  const hash = new Uint32Array(6).fill(5);
  hashRegion(sums, region, isMirrored, hash, 1);
  expect([hash[0], hash[5]]).toEqual([5, 5]);
  return [...hash.subarray(1, 5)];
}

/** Blotches of no symmetry. */
const blotches: Paint = (x, y) => 128 + 60 * Math.sin(x / 9 + y / 31) + 60 * Math.cos(y / 13 - x / 41);

test('a picture that gets lighter to the right has the first half of its bits set, downwards the second', () => {
  expect(hashOf((x) => 2 * x)).toEqual([ONES, ONES, 0, 0]);
  expect(hashOf((_, y) => 2 * y)).toEqual([0, 0, ONES, ONES]);
  expect(hashOf((x, y) => x + y)).toEqual([ONES, ONES, ONES, ONES]);
});

test('brightness and contrast do not change it', () => {
  expect(hashOf((x, y) => 20 + blotches(x, y) * 0.6)).toEqual(hashOf(blotches));
});

test('a picture without contrast, or with hardly anything on it, has no hash', () => {
  expect(hashOf(() => 90)).toEqual([0, 0, 0, 0]);
  expect(hashOf((x, y) => 90 + ((x * 7 + y * 3) % 5))).toEqual([0, 0, 0, 0]);
  expect(hashOf((x, y) => (x > 100 && y > 100 ? 250 : 10))).toEqual([0, 0, 0, 0]);
});

test('the mirrored hash is that of the mirrored picture', () => {
  const mirrored = hashOf((x, y) => blotches(PICTURE_EDGE - 1 - x, y));

  expect(hashOf(blotches, ALL, true)).toEqual(mirrored);
  expect(mirrored).not.toEqual(hashOf(blotches));
});

test('the hash of a part is that of a picture which shows only the part', () => {
  const part = { left: 16, top: 32, width: 64, height: 64 };

  expect(hashOf(blotches, part)).toEqual(
    hashOf((x, y) => blotches(16 + Math.floor(x / 2), 32 + Math.floor(y / 2))),
  );
});
