import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { NO_PLAYER, playerHash } from './player-hash.ts';

test('a player is the first eight bytes of the SHA-256 of the puuid, the highest first', () => {
  for (const puuid of ['', 'BOT', `${'7'.repeat(77)}q`, 'someone else']) {
    const digest = createHash('sha256').update(puuid).digest();
    expect(playerHash(puuid)).toBe(digest.readBigUInt64BE(0));
    expect(playerHash(puuid)).not.toBe(NO_PLAYER);
  }
});
