import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endHash, listWord, mixWord, SEED } from './row-proof.ts';

const word = fc.integer({ min: 0, max: 0xffff_ffff });
const words = fc.array(word, { minLength: 1, maxLength: 30 });
const mixList = (list: readonly number[]): number => mixWord(SEED, listWord(list, 0, list.length));
const hashOf = (values: readonly number[]): number => endHash(values.reduce(mixWord, SEED));

test('a fingerprint is a whole number of 32 bits, and changes with any one column', () => {
  fc.assert(
    fc.property(words, fc.nat(), word, (values, at, other) => {
      const hash = hashOf(values);
      expect(Number.isInteger(hash) && hash >= 0 && hash <= 0xffff_ffff).toBe(true);
      const place = at % values.length;
      fc.pre(values[place] !== other);
      expect(hashOf(values.with(place, other))).not.toBe(hash);
    }),
  );
});

test('a list is hashed with its length, its order and each element', () => {
  const lists = [
    [],
    [0],
    [0, 0],
    [1],
    [1, 2],
    [2, 1],
    [2, 2],
    [1, 2, 0],
    [0, 1, 2],
    [65_535],
    [3, 0],
    [0, 3],
  ];
  const seen = new Set(lists.map((list) => endHash(mixList(list))));
  expect(seen.size).toBe(lists.length);
  const element = fc.nat(65_535);
  fc.assert(
    fc.property(fc.array(element, { minLength: 1, maxLength: 40 }), fc.nat(), element, (list, at, other) => {
      const place = at % list.length;
      fc.pre(list[place] !== other);
      expect(mixList(list.with(place, other))).not.toBe(mixList(list));
    }),
  );
});
