import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Head } from './sha-256.ts';

function headByNode(text: string): { high: number; low: number } {
  const digest = createHash('sha256').update(text, 'utf8').digest();
  return { high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) };
}

// Around the ends of blocks the padding needs one more.
test.each([0, 1, 54, 55, 56, 63, 64, 65, 78, 118, 119, 120, 1_000])(
  'a text of %s letters has the head that every SHA-256 gives',
  (length) => {
    const text = 'a1-_Z'.repeat(length).slice(0, length);
    expect(sha256Head(text)).toEqual(headByNode(text));
  },
);

test('so does any text, whatever its letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(sha256Head(text)).toEqual(headByNode(text));
    }),
  );
});
