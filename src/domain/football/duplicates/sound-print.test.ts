import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSoundPrint, encodeSoundPrint } from './sound-print.ts';

test('a print comes back from its bytes as it was, wherever they lie', () => {
  const words = fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { maxLength: 40 });
  fc.assert(
    fc.property(words, (list) => {
      const print = { words: Uint32Array.from(list) };
      const bytes = encodeSoundPrint(print);
      const buffer = new Uint8Array(bytes.length + 1);
      buffer.set(bytes, 1);

      expect(decodeSoundPrint(buffer.subarray(1))).toEqual(print);
    }),
  );
});

test('bytes of another version, and bytes that were cut, are no print', () => {
  const bytes = encodeSoundPrint({ words: Uint32Array.of(1, 2, 3) });

  expect(decodeSoundPrint(bytes.subarray(0, 7))).toBeNull();
  expect(decodeSoundPrint(new Uint8Array())).toBeNull();
  bytes[0] = 2;
  expect(decodeSoundPrint(bytes)).toBeNull();
});
