import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeMetadata, encodeMetadata } from './object-metadata.ts';

const HEADER = /^[\u0021-\u007E]*$/;
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}[a-z0-9]$/);
const value = fc.string({ unit: 'binary', maxLength: 12 });

test('whatever the words are, they travel as plain ASCII without spaces and come back as they were', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 5 }), (metadata) => {
      const encoded = encodeMetadata(metadata);
      for (const text of Object.values(encoded)) expect(text).toMatch(HEADER);
      expect(decodeMetadata(encoded)).toEqual(metadata);
    }),
  );
});

test('half a character travels as the sign for an unreadable one', () => {
  expect(decodeMetadata(encodeMetadata({ player: 'a\uD83Db' }))).toEqual({ player: 'a\uFFFDb' });
});

test('servers may write names in capitals, and others may have put what is not encoded', () => {
  expect(decodeMetadata({ Player: '100%', team: 'a%20b' })).toEqual({ player: '100%', team: 'a b' });
});

test('2 KB are allowed as they travel, names included, and not a byte more', () => {
  expect(encodeMetadata({ player: 'x'.repeat(2_042) })['player']).toHaveLength(2_042);
  expect(() => encodeMetadata({ player: 'x'.repeat(2_043) })).toThrow(
    'the metadata player has 2049 bytes when percent-encoded; at most 2048 are allowed',
  );
  // "ä" travels as six characters.
  expect(() => encodeMetadata({ a: 'ä'.repeat(342) })).toThrow(/has 2053 bytes/);
});

test.each(['', 'Player', 'a b', 'a_b', '-a', 'a-', 'ä', 'a:b', 'a\r\nb'])(
  '%j is refused as a name',
  (name) => {
    expect(() => encodeMetadata({ [name]: 'x' })).toThrow(/is no name for metadata; expected/);
  },
);
