import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chance, createRandom, mix } from './randomness.ts';

const DRAWS = 20_000;

test('the same seed and the same keys always give the same number, a 32-bit one', () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(fc.maxSafeInteger()), (seed, keys) => {
      const number = mix(seed, ...keys);
      expect(mix(seed, ...keys)).toBe(number);
      expect(Number.isInteger(number) && number >= 0 && number < 2 ** 32).toBe(true);
    }),
  );
});

test.each([
  ['the seed', mix(1, 5), mix(2, 5)],
  ['a key', mix(1, 5), mix(1, 6)],
  ['the order of keys', mix(1, 5, 6), mix(1, 6, 5)],
  ['one more key', mix(1, 5), mix(1, 5, 0)],
  ['a key that differs only above 32 bits', mix(1, 5), mix(1, 5 + 2 ** 32)],
  ['the sign of a key', mix(1, 5), mix(1, -5)],
])('%s counts', (_what, one, other) => {
  expect(one).not.toBe(other);
});

test('chance falls evenly on tenths, whichever key counts up', () => {
  const byFirst = Array.from({ length: 10 }, () => 0);
  const byLast = Array.from({ length: 10 }, () => 0);
  for (let key = 0; key < DRAWS; key++) {
    const first = Math.floor(chance(3, key, 1) * 10);
    const last = Math.floor(chance(3, 1, key) * 10);
    byFirst[first] = (byFirst[first] ?? 0) + 1;
    byLast[last] = (byLast[last] ?? 0) + 1;
  }

  // Six standard deviations of a fair tenth are 255.
  for (const count of [...byFirst, ...byLast]) expect(Math.abs(count - DRAWS / 10)).toBeLessThan(255);
});

test('normal numbers have mean 0, deviation 1 and the tails of a bell', () => {
  const random = createRandom(11);
  const numbers = Array.from({ length: DRAWS }, () => random.normal());
  const meanOf = (value: (number: number) => number): number =>
    numbers.reduce((sum, number) => sum + value(number), 0) / DRAWS;

  expect(Math.abs(meanOf((number) => number))).toBeLessThan(0.03);
  expect(Math.abs(meanOf((number) => number ** 2) - 1)).toBeLessThan(0.05);
  expect(Math.abs(meanOf((number) => (Math.abs(number) > 2 ? 1 : 0)) - 0.0455)).toBeLessThan(0.009);
});
