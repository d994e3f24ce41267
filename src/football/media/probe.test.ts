import { expect, test } from 'vitest';
import { containerOf } from './probe.ts';

function packets(first: number, second: number): Buffer {
  const bytes = Buffer.alloc(400);
  bytes[0] = first;
  bytes[188] = second;
  return bytes;
}

test('recognises three containers by their first bytes', () => {
  expect(containerOf(Buffer.from('\0\0\0\u0018ftypmp42'))).toBe('mp4');
  expect(containerOf(Buffer.from('1a45dfa301000000', 'hex'))).toBe('webm');
  expect(containerOf(packets(0x47, 0x47))).toBe('mpegts');
});

test.each([
  Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\nfile:///etc/passwd'),
  Buffer.from('ffconcat version 1.0\nfile /etc/passwd'),
  Buffer.from('<html><video src="x.mp4">'),
  Buffer.from('RIFF\0\0\0\0AVI LIST'),
  Buffer.from('<?xml version="1.0"?><MPD>'),
  Buffer.from('ftyp'),
  packets(0x47, 0),
  Buffer.alloc(400),
  Buffer.alloc(0),
])('does not recognise %j', (bytes) => {
  expect(containerOf(bytes)).toBeNull();
});
