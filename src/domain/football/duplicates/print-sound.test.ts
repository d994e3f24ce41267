import { expect, test } from 'vitest';
import { countBits } from './count-bits.ts';
import { runAtOnce } from './in-turns.ts';
import { printSound } from './print-sound.ts';
import { HOP_SAMPLES, SAMPLE_RATE, type SoundPrint } from './sound-print.ts';

/** Tones that come and go; another `tune` has others. */
function melody(tune: number, seconds: number, loudness = 1): Int16Array {
  return Int16Array.from({ length: seconds * SAMPLE_RATE }, (_, n) => {
    const time = n / SAMPLE_RATE;
    const beat = Math.floor(time / 0.23);
    const pitch = 350 + ((beat * (211 + tune * 97) + tune * 389) % 1_500);
    return (
      loudness *
      6_000 *
      (Math.sin(2 * Math.PI * pitch * time) + 0.5 * Math.sin(2 * Math.PI * pitch * 1.4 * time))
    );
  });
}

const print = (samples: Int16Array): SoundPrint => runAtOnce(printSound(samples));

function errorRate(a: SoundPrint, b: SoundPrint): number {
  const wrong = [...a.words].reduce((sum, word, at) => sum + countBits(word ^ (b.words[at] as number)), 0);
  return wrong / (32 * a.words.length);
}

test('the same sound at another loudness with a hum under it is nearly the same print; another melody is not', () => {
  const quiet = melody(1, 6, 0.3).map(
    (sample, n) => sample + 600 * Math.sin((2 * Math.PI * 50 * n) / SAMPLE_RATE),
  );
  const original = print(melody(1, 6));

  expect(errorRate(original, print(quiet))).toBeLessThan(0.1);
  expect(errorRate(original, print(melody(2, 6)))).toBeGreaterThan(0.3);
});

test('a sound that was cut by whole hops has the same words, later', () => {
  const samples = melody(3, 5);
  const cut = samples.subarray(4 * HOP_SAMPLES);

  expect([...print(cut).words]).toEqual([...print(samples).words.subarray(4)]);
});

test('silence, with the last bit rustling, has words of zeros', () => {
  const rustling = Int16Array.from({ length: 2 * SAMPLE_RATE }, (_, n) => ((n * 7919) % 13) - 6);

  expect(new Set(print(rustling).words)).toEqual(new Set([0]));
});

test('what is too short for a word has none', () => {
  expect(print(new Int16Array()).words).toHaveLength(0);
  expect(print(melody(1, 0.4)).words).toHaveLength(0);
});

test('the work can be interrupted', () => {
  const work = printSound(melody(1, 15));
  let turns = 0;
  while (work.next().done !== true) turns++;

  expect(turns).toBe(2);
});
