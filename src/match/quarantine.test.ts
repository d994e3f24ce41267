import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showBody } from './quarantine.ts';

const SHOWN = 256 * 1024;
const show = (text: string | Uint8Array) => showBody(zstdCompressSync(text));

test('a body is shown as it was sent, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(show(text.toWellFormed())).toEqual({ text: text.toWellFormed(), isCut: false });
    }),
    { numRuns: 30 },
  );
  expect(show('{"a": "\u0000"}')).toEqual({ text: '{"a": "\u0000"}', isCut: false });
});

test('bytes that are no text do not keep the rest from being seen', () => {
  expect(show(Buffer.from([0x7b, 0xff, 0x7d])).text).toBe('{�}');
});

test('a long body is cut, and never within a character', () => {
  fc.assert(
    fc.property(fc.constantFrom('a', 'é', '€', '😀'), fc.integer({ min: 0, max: 3 }), (letter, offset) => {
      const whole = 'x'.repeat(offset) + letter.repeat(SHOWN / 2);
      const { text, isCut } = show(whole);
      expect(isCut).toBe(Buffer.byteLength(whole) > SHOWN);
      if (!isCut) return;
      expect(text).not.toContain('�');
      expect(whole.startsWith(text ?? 'nothing')).toBe(true);
      const bytes = Buffer.byteLength(text ?? '');
      expect(bytes).toBeLessThanOrEqual(SHOWN);
      expect(bytes).toBeGreaterThan(SHOWN - 4);
    }),
    { numRuns: 20 },
  );
});

test('what cannot be unpacked has no text', () => {
  expect(showBody(Buffer.from('no zstd at all'))).toEqual({ text: null, isCut: false });
  expect(showBody(Buffer.alloc(0)).text).toBeNull();
});
