import { expect, test } from 'vitest';
import { checkKey, checkPrefix, encodeMetadata, isKey } from './object-key.ts';

test.each([
  'a',
  '1208931/5f0c1c54-9d2a-4f7e-8c44-0b0f7f4b8d11/0cc175b9c0f1b6a831c399e269772661.mp4',
  'a/b.c/d_e-f+g=h@i',
  `a/${'b'.repeat(200)}`,
])('accepts the key %s', (key) => {
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
])('refuses the key %j and says why', (key) => {
  expect(isKey(key)).toBe(false);
  expect(() => checkKey(key)).toThrow(/is not a valid key: .*(part|characters)/);
});

test.each(['', 'a', 'a/', 'a/b', '12/3f'])('accepts the prefix %j', (prefix) => {
  expect(() => checkPrefix(prefix)).not.toThrow();
});

test.each(['/', '/a', '../', 'a/../', '.', 'a/.', 'a//', 'ä', 'a\0', 'x'.repeat(513)])(
  'refuses the prefix %j and says why',
  (prefix) => {
    expect(() => checkPrefix(prefix)).toThrow(/is not a valid prefix/);
  },
);

test.each([
  ['V. Wesridge', 'V. Wesridge'],
  ['777', '777'],
  ['', ''],
  ['Mbappé', 'Mbapp%C3%A9'],
  ['100%', '100%25'],
  [' a', '%20a'],
  ['a  b', 'a%20%20b'],
  ['a\r\nb', 'a%0D%0Ab'],
  ['a\uD83Db', 'a%EF%BF%BDb'],
])('encodes the metadata %j as %s, which an HTTP header carries unchanged', (value, encoded) => {
  expect(encodeMetadata({ player_name: value })).toEqual({ player_name: encoded });
});

test('refuses metadata of more than 2 KB after encoding, names included', () => {
  expect(encodeMetadata({ player: 'x'.repeat(2_042) })['player']).toHaveLength(2_042);
  expect(() => encodeMetadata({ player: 'x'.repeat(2_043) })).toThrow(
    'the metadata player has 2049 bytes after encoding; at most 2048 are allowed',
  );
  expect(() => encodeMetadata({ a: 'ä'.repeat(342) })).toThrow(/has 2053 bytes/);
});

test.each(['', 'Player', 'a b', '_a', '-a', 'a-', 'ä', 'a:b', 'a\r\nb'])(
  'refuses the metadata name %j',
  (name) => {
    expect(() => encodeMetadata({ [name]: 'x' })).toThrow(/is not a valid metadata name; expected/);
  },
);
