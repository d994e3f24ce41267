import { expect, test } from 'vitest';
import { madeClip, madeSound } from './fixtures/made-clips.ts';
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
