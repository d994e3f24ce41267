import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignPictures } from './align-pictures.ts';
import { madePicture, withWrongBits, type Piece } from './fixtures/made-clips.ts';
import { HASH_WORDS } from './picture-print.ts';

const coarse = (...pieces: Piece[]) => madePicture(pieces).whole;
const fine = (...pieces: Piece[]) => madePicture(pieces).fine;

test('different films have nothing in common', () => {
  expect(alignPictures(coarse({ film: 1, to: 9 }), fine({ film: 2, to: 9 }))).toBeNull();
});

test('a part is found at its place, to an eighth of a second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), (eighth) => {
      const from = eighth / 8;
      const found = alignPictures(coarse({ film: 3, from, to: from + 4 }), fine({ film: 3, to: 9 }));

      expect(found).toMatchObject({ first: { from: 0, to: 4 }, second: { from, to: from + 4 } });
    }),
    { numRuns: 30 },
  );
});

test.each([
  [24, 1],
  [25, null],
])('pictures that differ in %i of 128 bits have a share of %j', (bits, share) => {
  const found = alignPictures(coarse({ film: 1, to: 6 }), withWrongBits(fine({ film: 1, to: 6 }), bits));

  expect(found?.share ?? null).toBe(share);
});

test('two seconds that are alike, as goals of one match share a camera, are too few', () => {
  const one = [
    { film: 1, to: 7 },
    { film: 9, to: 2 },
  ];
  const two = [
    { film: 2, to: 7 },
    { film: 9, to: 2 },
  ];

  expect(alignPictures(coarse(...one), fine(...two))).toBeNull();
});

test('three seconds are enough, and seven alike of ten, but not five', () => {
  expect(alignPictures(coarse({ film: 1, to: 3 }), fine({ film: 1, to: 3 }))).not.toBeNull();
  expect(alignPictures(coarse({ film: 1, to: 2.75 }), fine({ film: 1, to: 2.75 }))).toBeNull();
  expect(alignPictures(coarse({ film: 1, to: 9 }), spoilt(7, 10))?.share).toBeGreaterThan(0.6);
  expect(alignPictures(coarse({ film: 1, to: 9 }), spoilt(5, 10))).toBeNull();
});

/** Of every so many pictures only some are those of the film. */
function spoilt(good: number, of: number): Uint32Array {
  const hashes = fine({ film: 1, to: 9 });
  const others = fine({ film: 2, to: 9 });
  return hashes.map((word, at) => {
    const picture = Math.floor(at / (2 * HASH_WORDS));
    return (picture * good) % of < good ? word : (others[at] as number);
  });
}

test('plain pictures are passed over: they speak neither for nor against', () => {
  const first = coarse({ film: 1, to: 9 });
  const second = fine({ film: 1, to: 9 });
  first.fill(0, 8 * HASH_WORDS, 16 * HASH_WORDS);
  second.fill(0, 40 * HASH_WORDS, 44 * HASH_WORDS);

  expect(alignPictures(first, second)).toMatchObject({
    alike: 36 - 8 - 2,
    share: 1,
    first: { from: 0, to: 9 },
  });
});

test('clips that are black throughout have nothing in common', () => {
  expect(alignPictures(new Uint32Array(36 * HASH_WORDS), new Uint32Array(72 * HASH_WORDS))).toBeNull();
  expect(alignPictures(new Uint32Array(80 * HASH_WORDS), new Uint32Array(72 * HASH_WORDS))).toBeNull();
});

test.each([0.5, 2, 1.25, 1.05])(
  'a copy that takes %f times as long is found, and at what pace it runs',
  (pace) => {
    const found = alignPictures(coarse({ film: 1, to: 9 }), fine({ film: 1, to: 9, pace }));

    expect(found?.pace).toBeCloseTo(pace, 1);
    expect(found?.second.to).toBeCloseTo(9 * pace, 0);
  },
);

test.each([
  [4, null],
  [7, 0.5],
])(
  '%d seconds that are shown in half the time have the pace %j: three of the faster are needed',
  (to, pace) => {
    const one = [
      { film: 1, to },
      { film: 5, to: 5 },
    ];
    const two = [
      { film: 1, to, pace: 0.5 },
      { film: 6, to: 7 },
    ];

    expect(alignPictures(coarse(...one), fine(...two))?.pace ?? null).toBe(pace);
  },
);

test('of two parts that changed places the longer one is the result, even where the camera stands still', () => {
  const still = (film: number, pictures: number): number[] =>
    Array.from({ length: pictures }, () => [...coarse({ film, to: 0.25 })]).flat();
  const one = Uint32Array.from([...still(1, 20), ...still(2, 16)]);
  const two = Uint32Array.from([...still(2, 32), ...still(1, 40)]);

  expect(alignPictures(one, two)).toMatchObject({
    first: { from: 0, to: 5 },
    second: { from: 4, to: 9 },
    pace: 1,
  });
});
