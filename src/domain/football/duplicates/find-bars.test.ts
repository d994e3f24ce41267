import { expect, test } from 'vitest';
import { findPicture } from './find-bars.ts';
import { PICTURE_EDGE, PICTURE_PIXELS } from './picture-sums.ts';

const PICTURES = 20;
const ALL = { left: 0, top: 0, width: PICTURE_EDGE, height: PICTURE_EDGE };

type Paint = (x: number, y: number, picture: number) => number;

function film(paint: Paint): Uint8Array {
  return Uint8Array.from({ length: PICTURES * PICTURE_PIXELS }, (_, pixel) =>
    paint(
      pixel % PICTURE_EDGE,
      Math.floor((pixel % PICTURE_PIXELS) / PICTURE_EDGE),
      Math.floor(pixel / PICTURE_PIXELS),
    ),
  );
}

const moving: Paint = (x, y, picture) =>
  128 + 100 * Math.sin(x / 7 + picture) * Math.cos(y / 5 + picture / 3);

/** `depth` lines of `colour` above and below. */
function withBars(depth: number, colour: number, inside: Paint = moving): Paint {
  return (x, y, picture) => (y < depth || y >= PICTURE_EDGE - depth ? colour : inside(x, y, picture));
}

test('a picture without bars is all of it', () => {
  expect(findPicture(film(moving))).toEqual(ALL);
});

test.each([0, 16, 200])('bars of brightness %i above and below are found, and half a line more', (colour) => {
  expect(findPicture(film(withBars(16, colour)))).toEqual({ ...ALL, top: 16.5, height: PICTURE_EDGE - 33 });
});

test('bars at the sides are found', () => {
  const turned: Paint = (x, y, picture) => withBars(40, 0)(y, x, picture);

  expect(findPicture(film(turned))).toEqual({ ...ALL, left: 40.5, width: PICTURE_EDGE - 81 });
});

test('words on a bar do not end it', () => {
  const bars = withBars(30, 10);
  const written: Paint = (x, y, picture) => (y > 9 && y < 20 && x % 9 < 4 ? 250 : bars(x, y, picture));

  expect(findPicture(film(written))).toMatchObject({ top: 30.5, height: PICTURE_EDGE - 61 });
});

test('an intro of a fifth of the time does not hide the bars', () => {
  const bars = withBars(16, 0);
  const intro: Paint = (x, y, picture) => (picture < 4 ? 90 + 60 * Math.sin(x) : bars(x, y, picture));

  expect(findPicture(film(intro))).toMatchObject({ top: 16.5 });
});

test('a plain sky over a plain meadow is no bar: their colours differ', () => {
  const landscape: Paint = (x, y, picture) => (y < 20 ? 210 : y > 100 ? 80 : moving(x, y, picture));

  expect(findPicture(film(landscape))).toEqual(ALL);
});

test('edges that change their colour are no bars', () => {
  const flashing: Paint = (x, y, picture) => withBars(16, (picture * 40) % 250)(x, y, picture);

  expect(findPicture(film(flashing))).toEqual(ALL);
});

test('a picture that is black all the time keeps its middle', () => {
  const { width, height } = findPicture(film(() => 0));

  expect(Math.min(width, height)).toBeGreaterThan(PICTURE_EDGE / 8);
});

test('no picture at all has no bars', () => {
  expect(findPicture(new Uint8Array())).toEqual(ALL);
});

test('of a long film every few pictures are looked at', () => {
  const long = new Uint8Array(100 * PICTURE_PIXELS);
  const one = film(withBars(16, 0));
  for (let at = 0; at < long.length; at += one.length) long.set(one, at);

  expect(findPicture(long)).toMatchObject({ top: 16.5 });
});

test('a bar that is words for the most part is cut where they begin', () => {
  const bars = withBars(30, 10);
  const written: Paint = (x, y, picture) => (y > 3 && y < 28 && x % 9 < 4 ? 250 : bars(x, y, picture));

  expect(findPicture(film(written))).toMatchObject({ top: 4.5, height: PICTURE_EDGE - 35 });
});
