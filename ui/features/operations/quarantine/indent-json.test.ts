import fc from 'fast-check';
import { expect, test } from 'vitest';

import { indentJson, isIndentable } from './indent-json.ts';

test('each member stands on its own line', () => {
  expect(indentJson('{"a":[1,2],"b":{},"c":"x, {y}"}')).toBe(
    ['{', '  "a": [', '    1,', '    2', '  ],', '  "b": {},', '  "c": "x, {y}"', '}'].join('\n'),
  );
});

test.each(['{"a":"x', '{"a":[1,', '{"a"', '{"a":"x\\', ']]]{', '{"a" "b" true false}', '{"a":tru'])(
  'what is cut off or broken keeps its words: %s',
  (text) => {
    const withoutSpace = (some: string) => some.replaceAll(/\s/g, '');

    expect(withoutSpace(indentJson(text))).toBe(withoutSpace(text));
  },
);

test('words that were apart stay apart', () => {
  expect(indentJson('[true false 12 34]')).toBe('[\n  true false 12 34\n]');
});

test('whatever is indented says the same', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(indentJson(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('of any text only white space changes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', 'a', '1', ' ', '\\') }),
      (text) => {
        const bare = (some: string) => some.replaceAll(' ', '').replaceAll('\n', '');

        expect(bare(indentJson(text))).toBe(bare(text));
      },
    ),
  );
});

test.each([
  ['{"a":1}', true],
  [' [1]', true],
  ['<html>', false],
  ['"text"', false],
  ['', false],
])('%s is worth indenting: %s', (text, isWorth) => {
  expect(isIndentable(text)).toBe(isWorth);
});
