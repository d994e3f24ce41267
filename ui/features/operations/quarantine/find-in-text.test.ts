import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findInText, MOST_FOUND, toPieces } from './find-in-text.ts';

test('finds every place, whatever the case', () => {
  expect(findInText('Unit, unit, UNIT', 'unit')).toEqual([
    { from: 0, to: 4 },
    { from: 6, to: 10 },
    { from: 12, to: 16 },
  ]);
});

test.each(['.*', '(', '[a', 'a{2}', '\\', '$', '^', 'a|b', '/', '?', '-'])(
  '%s is text and no pattern',
  (wanted) => {
    expect(findInText(`before${wanted}after`, wanted)).toEqual([{ from: 6, to: 6 + wanted.length }]);
  },
);

test('letters whose other case has another length are found where they stand', () => {
  const text = 'İİ unit';

  expect(findInText(text, 'unit')).toEqual([{ from: 3, to: 7 }]);
});

test('there is an end to what is marked', () => {
  expect(findInText('a'.repeat(MOST_FOUND + 5), 'a')).toHaveLength(MOST_FOUND);
});

test('whatever is found, the pieces are the text, and the marked ones say what was wanted', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', 'A', '.', '"', ' ') }),
      fc.string({ unit: fc.constantFrom('a', 'B', '.', '"'), minLength: 1, maxLength: 3 }),
      (text, wanted) => {
        const found = findInText(text, wanted);
        const pieces = toPieces(text, found);
        const marked = pieces.filter(({ nth }) => nth !== null);

        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        expect(marked).toHaveLength(found.length);
        expect(marked.every((piece) => piece.text.toLowerCase() === wanted.toLowerCase())).toBe(true);
        expect(found.length > 0).toBe(text.toLowerCase().includes(wanted.toLowerCase()));
      },
    ),
  );
});
