import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeContent } from './body.ts';

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

test.each(['compress', 'gzip, gzip', 'constructor'])(
  'an encoding that nobody asked for, %j, is said',
  (encoding) => {
    expect(decodeContent(plain, encoding, MB)).toEqual({
      type: 'unknown',
      reason: `content-encoding is "${encoding}"`,
    });
  },
);

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
