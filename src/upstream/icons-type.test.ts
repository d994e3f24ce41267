import { expect, test } from 'vitest';
import { iconTypeOf } from './icons.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

test.each([
  ['image/png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], 'rest')],
  ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
  ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
  ['image/svg+xml', bytes('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
  ['image/svg+xml', bytes('\uFEFF<?xml version="1.0"?>\n <svg>')],
])('%s is known by its first bytes', (type, picture) => {
  expect(iconTypeOf(picture)).toBe(type);
});

test.each([
  ['nothing', bytes('')],
  ['half a PNG', bytes([0x89], 'PNG')],
  ['a page', bytes('<!doctype html><svg></svg>')],
  ['a page that begins with a comment', bytes('<!-- x --><html>')],
  ['a picture of another kind', bytes('GIF89a')],
  ['a sound', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
  ['a word that begins like one', bytes('<svgs>')],
])('%s is no picture', (_name, picture) => {
  expect(iconTypeOf(picture)).toBeUndefined();
});
