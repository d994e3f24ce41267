import { expect, test } from 'vitest';
import { runAtOnce } from './in-turns.ts';
import { FINE_PER_SECOND, HASH_WORDS } from './picture-print.ts';
import { PICTURE_EDGE, PICTURE_PIXELS } from './picture-sums.ts';
import { printPictures } from './print-pictures.ts';

type Paint = (x: number, y: number, picture: number) => number;

/** One scene, in coordinates from -1 to 1 around its middle. */
const scene = (x: number, y: number, picture: number): number =>
  128 + 55 * Math.sin(5 * x + picture / 4 + y) + 55 * Math.cos(7 * y - 2 * x * x + picture / 5);

function film(paint: Paint, pictures = 2 * FINE_PER_SECOND): Uint8Array {
  const place = (pixel: number): number => ((pixel + 0.5) / PICTURE_EDGE) * 2 - 1;
  return Uint8Array.from({ length: pictures * PICTURE_PIXELS }, (_, pixel) => {
    const inPicture = pixel % PICTURE_PIXELS;
    const [x, y] = [place(inPicture % PICTURE_EDGE), place(Math.floor(inPicture / PICTURE_EDGE))];
    return paint(x, y, Math.floor(pixel / PICTURE_PIXELS));
  });
}

const print = (paint: Paint) => runAtOnce(printPictures(film(paint)));

/** How many bits of two lists of hashes differ, for each hash. */
function apart(a: Uint32Array, b: Uint32Array): number {
  expect(a.length).toBe(b.length);
  const ones = [...a].map(
    (word, at) => ((word ^ (b[at] as number)) >>> 0).toString(2).replaceAll('0', '').length,
  );
  return ones.reduce((sum, one) => sum + one, 0) / (a.length / HASH_WORDS);
}

const original = print(scene);

test('two seconds give sixteen fine hashes and eight of each view', () => {
  expect(original.seconds).toBe(2);
  expect(original.fine).toHaveLength(16 * HASH_WORDS);
  expect(original.views.inner80).toHaveLength(8 * HASH_WORDS);
  expect(original.barShare).toBe(0);
});

test.each([
  ['mirrored', (x: number, y: number, picture: number) => scene(-x, y, picture)],
  ['inner90', (x: number, y: number, picture: number) => scene(0.9 * x, 0.9 * y, picture)],
  ['inner80', (x: number, y: number, picture: number) => scene(0.8 * x, 0.8 * y, picture)],
  ['square', (x: number, y: number, picture: number) => scene((9 / 16) * x, y, picture)],
  ['column', (x: number, y: number, picture: number) => scene((81 / 256) * x, y, picture)],
  ['band', (x: number, y: number, picture: number) => scene(x, (81 / 256) * y, picture)],
] as const)('the view %s is what a copy that was changed so shows as its whole picture', (view, paint) => {
  const copy = print(paint);

  expect(apart(original.views[view], copy.whole)).toBeLessThanOrEqual(3);
  expect(apart(original.whole, copy.whole)).toBeGreaterThan(apart(original.views[view], copy.whole));
});

test('bars are cut off before anything is hashed', () => {
  const barred = print((x, y, picture) => (Math.abs(y) > 0.75 ? 0 : scene(x, y / 0.75, picture)));

  expect(apart(original.whole, barred.whole)).toBeLessThanOrEqual(4);
  expect(barred.barShare).toBeCloseTo(0.25, 1);
});

test('a picture that was cut off is left out, and nothing gives an empty print', () => {
  const cut = film(scene, 5).subarray(0, 4.5 * PICTURE_PIXELS);

  expect(runAtOnce(printPictures(cut)).seconds).toBe(0.5);
  expect(runAtOnce(printPictures(new Uint8Array(7))).seconds).toBe(0);
});

test('the work can be interrupted every few pictures', () => {
  const work = printPictures(film(scene, 130));
  let turns = 0;
  while (work.next().done !== true) turns++;

  expect(turns).toBe(3);
});
