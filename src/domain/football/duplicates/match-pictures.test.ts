import { expect, test } from 'vitest';
import { madePicture, withWrongBits } from './fixtures/made-clips.ts';
import { matchPictures, matchPicturesVaguely } from './match-pictures.ts';
import { VIEWS, type PicturePrint } from './picture-print.ts';

const original = madePicture([{ film: 1, to: 9 }]);
const PARTS = VIEWS.filter((view) => view !== 'mirrored');

test('a copy is known as it is, and mirrored', () => {
  expect(matchPictures(original, madePicture([{ film: 1, from: 1, to: 9 }]))).toMatchObject({
    way: 'straight',
    first: { from: 1, to: 9 },
    second: { from: 0, to: 8 },
  });
  expect(matchPictures(original, madePicture([{ film: 1, to: 9, as: 'mirrored' }]))).toMatchObject({
    way: 'mirrored',
    share: 1,
  });
});

test.each(PARTS)('a copy that shows the part %s is known from both sides', (part) => {
  const copy = madePicture([{ film: 1, from: 2, to: 9, as: part }]);

  expect(matchPictures(original, copy)).toMatchObject({ way: 'whole', first: { from: 2, to: 9 } });
  expect(matchPictures(copy, original)).toMatchObject({ way: 'part', second: { from: 2, to: 9 } });
});

test('a part that runs at half speed has the pace of the second against the first, from both sides', () => {
  const slow = madePicture([{ film: 1, to: 9, as: 'square', pace: 2 }]);

  expect(matchPictures(original, slow)).toMatchObject({ way: 'whole', pace: 2 });
  expect(matchPictures(slow, original)).toMatchObject({ way: 'part', pace: 0.5 });
});

test('a copy in the middle of a blurred tall picture is known', () => {
  const banded = madePicture([{ film: 1, to: 9, isBanded: true }]);

  expect(matchPictures(original, banded)).toMatchObject({ way: 'part', share: 1 });
  expect(matchPictures(banded, original)).toMatchObject({ way: 'whole', share: 1 });
});

test('the way that explains most is the result', () => {
  const mostlyMirrored = madePicture([
    { film: 1, to: 3.5 },
    { film: 1, from: 3.5, to: 9, as: 'mirrored' },
  ]);

  expect(matchPictures(original, mostlyMirrored)).toMatchObject({ way: 'mirrored' });
});

/** As bad as one that was filmed from a television: the hash alone would not do. */
const poor = (print: PicturePrint, bits: number): PicturePrint => ({
  ...print,
  fine: withWrongBits(print.fine, bits),
});

test('with a place that the sound told, a poor copy is believed, and at that place only', () => {
  const cut = madePicture([{ film: 1, from: 2, to: 9 }]);
  const copy = poor(cut, 38);

  expect(matchPictures(original, copy)).toBeNull();
  expect(matchPicturesVaguely(original, copy, 2.1)).toMatchObject({
    way: 'straight',
    first: { from: 2, to: 9 },
    second: { from: 0, to: 7 },
  });
  expect(matchPicturesVaguely(original, copy, 5)).toBeNull();
  expect(matchPicturesVaguely(original, poor(cut, 60), 2)).toBeNull();
});

test('a poor copy of a part is believed from both sides', () => {
  const copy = madePicture([{ film: 1, from: 2, to: 9, as: 'column' }]);
  const whole = poor(original, 36);

  expect(matchPicturesVaguely(whole, poor(copy, 36), 2)).toMatchObject({
    way: 'whole',
    first: { from: 2, to: 9 },
  });
  expect(matchPicturesVaguely(poor(copy, 36), whole, -2)).toMatchObject({
    way: 'part',
    second: { from: 2, to: 9 },
  });
});

test('less than three seconds that tell anything are not believed', () => {
  const short = madePicture([{ film: 1, to: 2.5 }]);
  const black = { ...original, fine: original.fine.map(() => 0) };

  expect(matchPicturesVaguely(original, short, 0)).toBeNull();
  expect(matchPicturesVaguely(original, { ...black, views: original.views }, 20)).toBeNull();
  expect(matchPicturesVaguely(black, { ...black, whole: black.fine }, 0)).toBeNull();
});

test('of places that are equally good one is the result', () => {
  const still = madePicture(Array.from({ length: 36 }, () => ({ film: 1, to: 0.25 })));

  expect(matchPicturesVaguely(still, still, 0)).toMatchObject({ way: 'straight', share: 1 });
});
