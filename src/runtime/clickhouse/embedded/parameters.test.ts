import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteIdentifier, quoteLiteral, toSetStatement } from './parameters.ts';
import { readTokens } from './tokens.ts';

const kindsOf = (sql: string) => [...readTokens(sql)].map((token) => token.kind);

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
      expect(kindsOf(`SELECT ${quoteLiteral(value)}`)).toEqual(['word', 'string']);
      expect(kindsOf(`USE ${quoteIdentifier(value)}`)).toEqual(['word', 'quoted']);
    }),
  );
});

test('settings and parameters become one statement', () => {
  expect(toSetStatement([['max_threads', '1']], [['name', "it's"]])).toBe(
    "SET max_threads = '1', param_name = 'it\\'s'",
  );
  expect(toSetStatement([], [])).toBe('');
});

test.each(['a = 1, readonly', '', 'a b', 'a;b', 'é', '1a'])('a name like %j is refused', (name) => {
  expect(() => toSetStatement([[name, '1']], [])).toThrow('The name of a setting is letters, digits and _');
  expect(() => toSetStatement([], [[name, '1']])).toThrow(
    'The name of a query parameter is letters, digits and _',
  );
});
