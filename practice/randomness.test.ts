import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chance, createRandom, hashText, mix } from './randomness.ts';

const DRAWS = 100_000;

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

test('neighbouring keys have few numbers in common', () => {
  const numbers = new Set<number>();
  for (let key = 0; key < DRAWS; key++) numbers.add(mix(7, key));

  // By chance alone, some 1.2 of 100,000 draws from 2^32 coincide with another.
  expect(numbers.size).toBeGreaterThan(DRAWS - 20);
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

  // Six standard deviations of a fair tenth are 570.
  for (const count of [...byFirst, ...byLast]) expect(Math.abs(count - DRAWS / 10)).toBeLessThan(570);
});

test('a text has its own hash', () => {
  expect(hashText('habits')).toBe(hashText('habits'));
  expect(new Set(['', 'a', 'b', 'ab', 'ba', 'habits', '한'].map(hashText)).size).toBe(7);
});

test('a sequence repeats from its seed, and another seed gives another one', () => {
  const take = (seed: number): number[] => {
    const random = createRandom(seed);
    return Array.from({ length: 5 }, () => random.next());
  };

  expect(take(4)).toEqual(take(4));
  expect(take(4)).not.toEqual(take(5));
});

test('a whole number below a count is never the count itself, and every one occurs', () => {
  const random = createRandom(9);
  const seen = new Set<number>();
  for (let draw = 0; draw < 1000; draw++) seen.add(random.below(6));

  expect(seen).toEqual(new Set([0, 1, 2, 3, 4, 5]));
});

test('normal numbers have mean 0, deviation 1 and the tails of a bell', () => {
  const random = createRandom(11);
  let sum = 0;
  let squares = 0;
  let beyondTwo = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const number = random.normal();
    sum += number;
    squares += number * number;
    if (Math.abs(number) > 2) beyondTwo++;
  }

  expect(Math.abs(sum / DRAWS)).toBeLessThan(0.02);
  expect(Math.abs(squares / DRAWS - 1)).toBeLessThan(0.03);
  expect(beyondTwo / DRAWS).toBeGreaterThan(0.041);
  expect(beyondTwo / DRAWS).toBeLessThan(0.05);
});
