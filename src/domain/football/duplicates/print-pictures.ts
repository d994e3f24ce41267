/** Gray pictures, `FINE_PER_SECOND` of them and one after the other in one array, become a print. */
import { findPicture } from './find-bars.ts';
import { hashRegion, type Region } from './picture-hash.ts';
import {
  eachView,
  FINE_PER_SECOND,
  HASH_WORDS,
  PICTURES_PER_SECOND,
  toPicturePrint,
  VIEWS,
  type PicturePrint,
  type View,
} from './picture-print.ts';
import { createSums, PICTURE_EDGE, PICTURE_PIXELS, sumPicture } from './picture-sums.ts';

/** Pictures between two places where the work may be interrupted: a few milliseconds. */
const PICTURES_PER_TURN = 64;
const STEP = FINE_PER_SECOND / PICTURES_PER_SECOND;

/** Of width and height. A tall picture (9:16) that was cut from a wide one (16:9) shows 32 % of its width. */
const PARTS: Readonly<Record<View, readonly [number, number]>> = {
  mirrored: [1, 1],
  inner90: [0.9, 0.9],
  inner80: [0.8, 0.8],
  square: [9 / 16, 1],
  column: [81 / 256, 1],
  band: [1, 81 / 256],
};

/** A picture that was cut off at the end is left out. */
export function* printPictures(pixels: Uint8Array): Generator<void, PicturePrint> {
  const pictures = Math.floor(pixels.length / PICTURE_PIXELS);
  const picture = findPicture(pixels.subarray(0, pictures * PICTURE_PIXELS));
  yield;
  const regions = eachView((view) => middleOf(picture, PARTS[view]));
  const fine = new Uint32Array(pictures * HASH_WORDS);
  const views = eachView(() => new Uint32Array(Math.ceil(pictures / STEP) * HASH_WORDS));
  const sums = createSums();
  for (let number = 0; number < pictures; number++) {
    sumPicture(pixels, number * PICTURE_PIXELS, sums);
    hashRegion(sums, picture, false, fine, number * HASH_WORDS);
    if (number % STEP === 0)
      for (const view of VIEWS)
        hashRegion(sums, regions[view], view === 'mirrored', views[view], (number / STEP) * HASH_WORDS);
    if (number % PICTURES_PER_TURN === PICTURES_PER_TURN - 1) yield;
  }
  const barShare = 1 - (picture.width * picture.height) / (PICTURE_EDGE * PICTURE_EDGE);
  return toPicturePrint(fine, views, barShare);
}

function middleOf(picture: Region, [across, down]: readonly [number, number]): Region {
  const width = picture.width * across;
  const height = picture.height * down;
  return {
    left: picture.left + (picture.width - width) / 2,
    top: picture.top + (picture.height - height) / 2,
    width,
    height,
  };
}
