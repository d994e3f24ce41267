import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSet } from './engine.ts';

/** Any text, but full of what could end a literal. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom("'", '`', '\\', '"', ';', '\n', '\0'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
});

test('no value can leave its literal', () => {
  fc.assert(
    fc.property(text, (value) => {
      const [, literal = ''] = toSet({}, { name: value }).split(/^set param_name = '/);
      // Without pairs of a backslash and any character, the only quote is the one at the end.
      expect(literal.replaceAll(/\\./gs, '')).toMatch(/^[^']*'$/);
    }),
  );
});

test('settings and parameters become one statement, in which readonly is the last', () => {
  expect(toSet({ readonly: '1', max_threads: 1 }, { name: "it's" })).toBe(
    "set param_name = 'it\\'s', max_threads = '1', readonly = '1'",
  );
});

test.each(['a = 1, readonly', '', 'a b', 'a;b', 'é', '1a'])('a name like %j is refused', (name) => {
  expect(() => toSet({ [name]: 1 }, {})).toThrow('cannot be the name of a setting or parameter');
});
