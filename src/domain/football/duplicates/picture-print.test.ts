import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePicturePrint, encodePicturePrint, HASH_WORDS, toPicturePrint } from './picture-print.ts';
import { madePicture } from './fixtures/made-clips.ts';

test('a print comes back from its bytes as it was, wherever they lie', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 255 }), (seconds, bars) => {
      const print = madePicture([{ film: seconds, to: seconds }], bars / 255);
      const bytes = encodePicturePrint(print);
      const buffer = new Uint8Array(bytes.length + 3);
      buffer.set(bytes, 3);

      expect(decodePicturePrint(bytes)).toEqual(print);
      expect(decodePicturePrint(buffer.subarray(3))).toEqual(print);
    }),
    { numRuns: 30 },
  );
});

test.each([0, 1, 2])('bytes of another kind (byte %i of the head) are no print', (place) => {
  const bytes = encodePicturePrint(madePicture([{ film: 1, to: 2 }]));
  bytes[place] = 200;

  expect(decodePicturePrint(bytes)).toBeNull();
});

test.each([0, 3, 5, 100])('%i bytes are no print', (length) => {
  const bytes = encodePicturePrint(madePicture([{ film: 1, to: 2 }]));

  expect(decodePicturePrint(bytes.subarray(0, length))).toBeNull();
});

test('the coarse hashes are every other of the fine ones, and one without its pair is left out', () => {
  const fine = Uint32Array.from({ length: 5 * HASH_WORDS }, (_, word) => word + 1);
  const { views } = madePicture([{ film: 1, to: 1 }]);

  const print = toPicturePrint(fine, views, 0);

  expect([...print.whole]).toEqual([1, 2, 3, 4, 9, 10, 11, 12]);
  expect(print.fine).toHaveLength(4 * HASH_WORDS);
  expect(print.views.band).toHaveLength(2 * HASH_WORDS);
  expect(print.seconds).toBe(0.5);
});
