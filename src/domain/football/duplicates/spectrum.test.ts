import { expect, test } from 'vitest';
import { createSpectrum } from './spectrum.ts';

const LENGTH = 64;

test('it is the transform of the windowed samples, worked out the long way', () => {
  const samples = Float64Array.from(
    { length: LENGTH + 5 },
    (_, n) => Math.sin(n * 0.9) * 40 + ((n * 7919) % 13),
  );

  const power = createSpectrum(LENGTH).of(samples, 5);

  expect(power).toHaveLength(LENGTH / 2);
  for (const frequency of [0, 1, 9, 20, 31]) {
    let real = 0;
    let imaginary = 0;
    for (let n = 0; n < LENGTH; n++) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / LENGTH);
      const sample = (samples[n + 5] as number) * window;
      real += sample * Math.cos((2 * Math.PI * frequency * n) / LENGTH);
      imaginary -= sample * Math.sin((2 * Math.PI * frequency * n) / LENGTH);
    }
    expect(power[frequency]).toBeCloseTo(real ** 2 + imaginary ** 2, 4);
  }
});
