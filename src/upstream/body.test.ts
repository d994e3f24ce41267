import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeContent, parseJsonBody } from './body.ts';

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

test('distinguishes a truncated text from a wrong one, at every position', () => {
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

const MB = 1024 * 1024;
const plain = Buffer.from('{"a":1}');

test.each<[string | undefined, Buffer]>([
  [undefined, plain],
  ['', plain],
  ['identity', plain],
  ['gzip', gzipSync(plain)],
  [' GZIP ', gzipSync(plain)],
  ['x-gzip', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['zstd', zstdCompressSync(plain)],
])('a body in %j is decoded', (encoding, bytes) => {
  const decoded = decodeContent(bytes, encoding, MB);

  expect(decoded.type === 'decoded' && Buffer.from(decoded.bytes).toString()).toBe('{"a":1}');
});

test.each(['compress', 'gzip, gzip', 'constructor'])('reports the unrequested encoding %j', (encoding) => {
  expect(decodeContent(plain, encoding, MB)).toEqual({
    type: 'unknown',
    reason: `content-encoding is "${encoding}"`,
  });
});

test('a bomb is refused by its size, and quickly: a gigabyte is never inflated', () => {
  const tenMegabytes = gzipSync(Buffer.alloc(10 * MB));
  const bomb = Buffer.concat(Array.from({ length: 100 }, () => tenMegabytes));
  const before = process.threadCpuUsage();

  const decoded = decodeContent(bomb, 'gzip', 16 * MB);

  expect(decoded).toEqual({
    type: 'tooLarge',
    reason: `${bomb.length} bytes of gzip inflate to over ${16 * MB}`,
  });
  // Inflating all of it takes seconds.
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(500);
});

test.each([
  ['br', brotliCompressSync(Buffer.alloc(10 * MB))],
  ['deflate', deflateSync(Buffer.alloc(10 * MB))],
  ['zstd', zstdCompressSync(Buffer.alloc(10 * MB))],
])('a ratio that no honest body has is refused below the size limit too (%s)', (encoding, bytes) => {
  expect(decodeContent(bytes, encoding, 32 * MB)).toMatchObject({ type: 'tooLarge' });
});

const LADDER = JSON.stringify(Array.from({ length: 20_000 }, (_, rank) => ({ tier: 'MASTER', rank })));

test.each([
  ['a ladder', Buffer.from(LADDER)],
  ['a small body of any ratio', Buffer.alloc(MB)],
])('%s passes', (_, body) => {
  expect(decodeContent(gzipSync(body), 'gzip', 8 * MB)).toMatchObject({ type: 'decoded' });
});

test.each([
  ['cut off', gzipSync(Buffer.from('{"a":1}'.repeat(99))).subarray(0, -9)],
  ['with a wrong checksum', Buffer.concat([gzipSync(plain).subarray(0, -8), Buffer.alloc(8, 7)])],
  ['not compressed at all', plain],
  ['empty', Buffer.alloc(0)],
])('a gzip body that is %s is damaged', (_, bytes) => {
  expect(decodeContent(bytes, 'gzip', MB)).toMatchObject({ type: 'damaged' });
});
