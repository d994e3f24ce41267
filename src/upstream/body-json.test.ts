import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonBody } from './body.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));

test.each<[string, unknown]>([
  ['\uFEFF{"a":1}', { a: 1 }],
  ['{"name":"nul \\u0000 and half a pair \\ud800"}', { name: 'nul \u0000 and half a pair \ud800' }],
])('%j is read', (text, value) => {
  expect(parse(text)).toEqual({ type: 'json', value });
});

test('a key that would poison a prototype is a key like any other', () => {
  const parsed = parse('{"__proto__":{"polluted":true}}');

  expect(parsed.type === 'json' && Object.keys(parsed.value as object)).toEqual(['__proto__']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('a text that breaks off is told from one that is wrong, wherever it breaks off', () => {
  const whole = '{"info":{"names":["a\\"b","c"],"n":-12.5,"ok":true,"none":null}}';
  const cuts = Array.from({ length: whole.length }, (_, length) => parse(whole.slice(0, length)).type);

  expect(new Set(cuts)).toEqual(new Set(['truncated']));
});

test.each([
  ['<html><body>502 Bad Gateway</body></html>'],
  ['{"a":1}}'],
  ['{"a":NaN}'],
  ['{"a":"line\nbreak"}'],
])('%j is something else', (text) => {
  expect(parse(text)).toMatchObject({ type: 'notJson', reason: expect.stringContaining('not JSON') });
});

test('bytes that are no UTF-8 are not patched up', () => {
  const bytes = Buffer.from('{"name":"caf\xe9"}', 'latin1');

  expect(parseJsonBody(bytes)).toEqual({ type: 'notJson', reason: 'the body is not valid UTF-8' });
});

test.each([
  ['of lists', '['.repeat(1_000_000)],
  ['of objects', '{"a":'.repeat(1_000_000)],
  ['one too many', '['.repeat(65) + ']'.repeat(65)],
  ['after a text with an escaped backslash', `["\\\\",${'['.repeat(100)}`],
])('nesting %s is refused before anything is built', (_, text) => {
  expect(parse(text)).toEqual({ type: 'notJson', reason: 'the body is nested deeper than 64 levels' });
});

test.each([
  ['as deep as any real body', '['.repeat(64) + ']'.repeat(64)],
  ['in a text, also after an escaped quote', `"\\"${'['.repeat(100)}"`],
  ['of many lists that are closed again', `[${'[{}],'.repeat(1_000)}[]]`],
])('nesting %s is fine', (_, text) => {
  expect(parse(text).type).toBe('json');
});

test('whatever JSON writes is read back', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(parse(JSON.stringify(value))).toEqual({
        type: 'json',
        value: JSON.parse(JSON.stringify(value)),
      });
    }),
  );
});
