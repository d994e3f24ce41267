import { expect, test } from 'vitest';
import { alignSounds, WINDOW_WORDS } from './align-sounds.ts';
import { madeSound } from './fixtures/made-clips.ts';
import type { SoundPrint } from './sound-print.ts';

/** Flips so many bits of each word, others each time. */
function noisy({ words }: SoundPrint, bits: number): SoundPrint {
  return {
    words: words.map((word, at) => {
      let changed = word;
      for (let bit = 0; bit < bits; bit++) changed ^= 1 << ((at * 5 + bit * 7) % 32);
      return changed;
    }),
  };
}

test('a sound that was cut is found where it begins', () => {
  const found = alignSounds(madeSound(1, 0, 10), madeSound(1, 2, 7));

  expect(found?.shiftSeconds).toBeCloseTo(2, 1);
  expect(found?.errorRate).toBe(0);
});

test('a quarter of the bits may be wrong, and no more', () => {
  expect(alignSounds(madeSound(1, 0, 8), noisy(madeSound(1, 0, 8), 8))).toEqual({
    shiftSeconds: 0,
    errorRate: 0.25,
  });
  expect(alignSounds(madeSound(1, 0, 8), noisy(madeSound(1, 0, 8), 9))).toBeNull();
});

test('different sounds are never the same', () => {
  expect(alignSounds(madeSound(1, 0, 20), madeSound(2, 0, 20))).toBeNull();
});

test('three good seconds in a long noise are enough, fewer are not', () => {
  const mixed = (seconds: number): SoundPrint => {
    const good = Math.round(seconds * (WINDOW_WORDS / 3));
    const words = madeSound(2, 0, 12).words;
    words.set(madeSound(1, 0, 12).words.subarray(40, 40 + good), 40);
    return { words };
  };

  expect(alignSounds(madeSound(1, 0, 12), mixed(3.5))?.shiftSeconds).toBe(0);
  expect(alignSounds(madeSound(1, 0, 12), mixed(1.2))).toBeNull();
});

test('what is shorter than three seconds, or silent, is no sound to compare', () => {
  expect(alignSounds(madeSound(1, 0, 2.5), madeSound(1, 0, 9))).toBeNull();
  expect(alignSounds({ words: new Uint32Array(90) }, { words: new Uint32Array(90) })).toBeNull();
});

test('silence within a sound ends the seconds that count', () => {
  const holed = madeSound(1, 0, 7);
  for (let word = 0; word < holed.words.length; word += 20) holed.words[word] = 0;

  expect(alignSounds(madeSound(1, 0, 7), holed)).toBeNull();
});

test('of a sound that is heard twice the clearer place is the result', () => {
  const once = madeSound(1, 0, 5);
  const twice = { words: Uint32Array.from([...once.words, ...noisy(once, 4).words]) };
  const thrice = { words: Uint32Array.from([...noisy(once, 4).words, ...twice.words]) };

  expect(alignSounds(twice, once)?.shiftSeconds).toBe(0);
  expect(alignSounds(thrice, once)?.shiftSeconds).toBeCloseTo(5, 1);
});
