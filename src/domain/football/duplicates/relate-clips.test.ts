import { expect, test } from 'vitest';
import { madeClip, madePicture, madeSound, withWrongBits } from './fixtures/made-clips.ts';
import { relateClips } from './relate-clips.ts';

const original = madeClip('original', [{ film: 1, to: 9 }], { sound: madeSound(1, 0, 9) });

test('the same bytes are the same clip, even without prints', () => {
  const bare = { ...original, picture: null, sound: null };

  expect(relateClips(bare, { ...bare, id: 'again' })).toEqual({
    kind: 'same',
    by: 'bytes',
    way: 'straight',
    first: { from: 0, to: 9 },
    second: { from: 0, to: 9 },
    share: 1,
  });
  expect(relateClips(bare, madeClip('other', [{ film: 1, to: 9 }]))).toBeNull();
  expect(relateClips(madeClip('other', [{ film: 1, to: 9 }]), bare)).toBeNull();
});

test('a copy that shows most of the other, and of which most is shown, is the same', () => {
  expect(relateClips(original, madeClip('trimmed', [{ film: 1, from: 1, to: 8 }]))).toMatchObject({
    kind: 'same',
    by: 'picture',
  });
});

test('a short one lies inside a long one', () => {
  const short = madeClip('short', [{ film: 1, from: 2, to: 6 }]);

  expect(relateClips(original, short)).toMatchObject({ kind: 'second-inside', first: { from: 2, to: 6 } });
  expect(relateClips(short, original)).toMatchObject({ kind: 'first-inside', second: { from: 2, to: 6 } });
});

test('clips that share less than most of either are two clips', () => {
  expect(relateClips(original, madeClip('later', [{ film: 1, from: 5, to: 14 }]))).toBeNull();
});

test('another film is another clip, whatever it sounds like', () => {
  expect(
    relateClips(original, madeClip('dubbed', [{ film: 2, to: 9 }], { sound: original.sound })),
  ).toBeNull();
  expect(
    relateClips(original, madeClip('other', [{ film: 2, to: 9 }], { sound: madeSound(2, 0, 9) })),
  ).toBeNull();
});

test('where the pictures are not sure, the same sound decides', () => {
  const good = madePicture([{ film: 1, from: 1, to: 9 }]);
  const picture = { ...good, fine: withWrongBits(good.fine, 36) };
  const filmed = madeClip('filmed', [{ film: 1, from: 1, to: 9 }], { picture });

  expect(relateClips(original, filmed)).toBeNull();
  expect(relateClips(original, { ...filmed, sound: madeSound(3, 1, 9) })).toBeNull();
  expect(relateClips(original, { ...filmed, sound: madeSound(1, 1, 9) })).toMatchObject({
    kind: 'same',
    by: 'picture-and-sound',
  });
});
