import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBits } from './count-bits.ts';

test('it counts the ones of a word, signed or not', () => {
  fc.assert(
    fc.property(fc.integer(), (word) => {
      const ones = (word >>> 0).toString(2).replaceAll('0', '').length;

      expect(countBits(word)).toBe(ones);
      expect(countBits(word >>> 0)).toBe(ones);
    }),
  );
  expect([countBits(0), countBits(-1), countBits(0x8000_0000)]).toEqual([0, 32, 1]);
});
