import fc from 'fast-check';
import { expect, test } from 'vitest';

import { visibleText } from './visible-text.ts';

test.each([
  ['{"a": "ü 中 🎮"}', '{"a": "ü 中 🎮"}'],
  ['a\u0000b', 'a␀b'],
  ['a\u001Bb', 'a␛b'],
  ['a\u007Fb', 'a␡b'],
  ['a\r\nb\nc\td', 'a\nb\nc\td'],
  ['a\rb', 'a␍b'],
  ['a\u202Eb', 'a⟨U+202E⟩b'],
  ['a\u200Bb', 'a⟨U+200B⟩b'],
  ['\uFEFF{}', '⟨U+FEFF⟩{}'],
  ['a\u2028b', 'a⟨U+2028⟩b'],
  ['a\uD800b', 'a⟨U+D800⟩b'],
  ['a\u0085b', 'a⟨U+0085⟩b'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

const unseenSign = fc.constantFrom(
  '\0',
  '\u001B',
  '\u0085',
  '\u00AD',
  '\u061C',
  '\u200F',
  '\u2066',
  '\u2029',
  '\uDC00',
);
const anySign = fc.oneof(
  unseenSign,
  fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code)),
);

test('nothing that is shown is invisible or turns the order around', () => {
  fc.assert(
    fc.property(fc.string({ unit: anySign }), (text) => {
      expect(visibleText(text).replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    }),
  );
});
