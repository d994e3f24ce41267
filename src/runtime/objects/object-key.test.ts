import { expect, test } from 'vitest';
import { checkKey, checkPrefix, isKey } from './object-key.ts';

test.each([
  'a',
  '1208931/5f0c1c54-9d2a-4f7e-8c44-0b0f7f4b8d11/0cc175b9c0f1b6a831c399e269772661.mp4',
  'incoming/5f0c1c54-9d2a-4f7e-8c44-0b0f7f4b8d11',
  'a/b.c/d_e-f+g=h@i',
  `a/${'b'.repeat(200)}`,
])('%s is a key', (key) => {
  expect(isKey(key)).toBe(true);
  expect(() => checkKey(key)).not.toThrow();
});

test.each([
  '',
  '/',
  '/etc/passwd',
  'a/',
  'a//b',
  '.',
  '..',
  '../a',
  'a/../b',
  'a/..',
  'a/.',
  '.metadata/a',
  'a/.hidden',
  'a\\b',
  'C:\\a',
  'a b',
  'a\0b',
  'a\nb',
  'a?b',
  'a#b',
  'a%2e%2e',
  'goal-Müller.mp4',
  'a~',
  `a/${'b'.repeat(201)}`,
  'ab/'.repeat(200) + 'c',
])('%j is no key, and the words say so', (key) => {
  expect(isKey(key)).toBe(false);
  expect(() => checkKey(key)).toThrow(/is no key of an object: .*(part|characters)/);
});

test.each(['', 'a', 'a/', 'a/b', '12/3f'])('%j is a prefix', (prefix) => {
  expect(() => checkPrefix(prefix)).not.toThrow();
});

test.each(['/', '/a', '../', 'a/../', '.', 'a/.', 'a//', 'ä', 'a\0', 'x'.repeat(513)])(
  '%j is no prefix, and the words say so',
  (prefix) => {
    expect(() => checkPrefix(prefix)).toThrow(/is no prefix of a key/);
  },
);
