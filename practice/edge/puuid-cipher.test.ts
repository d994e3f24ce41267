import { expect, test } from 'vitest';
import { createPuuidCipher } from './puuid-cipher.ts';

const KEY = 'RGAPI-00000000-0000-4000-8000-00000000000a';
const OTHER = 'RGAPI-00000000-0000-4000-8000-00000000000b';

test('a puuid has the form of a real one and leads back to its player, also after a restart', () => {
  for (const index of [0, 1, 19_999, 4_294_967_295]) {
    const puuid = createPuuidCipher(KEY, 7).puuidOf(index);
    expect(puuid).toMatch(/^[A-Za-z0-9_-]{78}$/);
    expect(createPuuidCipher(KEY, 7).decode(puuid)).toEqual({ outcome: 'player', index });
    expect(createPuuidCipher(KEY, 7).puuidOf(index)).toBe(puuid);
  }
});

test('no two players share a puuid, and neighbours do not resemble each other', () => {
  const cipher = createPuuidCipher(KEY, 7);
  const puuids = Array.from({ length: 2000 }, (_, index) => cipher.puuidOf(index));

  expect(new Set(puuids).size).toBe(2000);
  expect(new Set(puuids.map((puuid) => puuid.slice(0, 8))).size).toBe(2000);
  expect(new Set(puuids.map((puuid) => puuid.slice(-10))).size).toBe(2000);
});

test('another key, or another world, has other puuids and cannot read these', () => {
  const puuid = createPuuidCipher(KEY, 7).puuidOf(5);
  for (const stranger of [createPuuidCipher(OTHER, 7), createPuuidCipher(KEY, 8)]) {
    expect(stranger.puuidOf(5)).not.toBe(puuid);
    expect(stranger.decode(puuid)).toEqual({ outcome: 'foreign' });
  }
});

test('a puuid with any one character changed is not ours', () => {
  const cipher = createPuuidCipher(KEY, 7);
  const puuid = cipher.puuidOf(5);
  for (let at = 0; at < puuid.length; at++) {
    for (const letter of ['A', 'z', '_']) {
      if (puuid[at] === letter) continue;
      const changed = puuid.slice(0, at) + letter + puuid.slice(at + 1);
      expect(cipher.decode(changed)).toEqual({ outcome: 'foreign' });
    }
  }
});

test('the bits that the last character has to spare make no second spelling', () => {
  const cipher = createPuuidCipher(KEY, 7);
  const puuid = cipher.puuidOf(5);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');
  const readable = letters.filter(
    (letter) => cipher.decode(puuid.slice(0, -1) + letter).outcome === 'player',
  );

  expect(readable).toEqual([puuid.at(-1)]);
});

test.each(['', 'BOT', 'x'.repeat(77), 'x'.repeat(79), `${'x'.repeat(77)}!`, `${'x'.repeat(77)}=`])(
  '%j is not a puuid at all',
  (text) => {
    expect(createPuuidCipher(KEY, 7).decode(text)).toEqual({ outcome: 'malformed' });
  },
);
