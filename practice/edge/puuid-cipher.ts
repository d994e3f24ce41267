/**
 * Puuids are encrypted per key: the same player has another puuid for every key, and only the key that was told a puuid can
 * use it. Made so that it is the same after a restart: the initialisation vector is a keyed hash of what is encrypted, and
 * doubles as the proof that a puuid is ours. Each player is encrypted once per key and then remembered, so a match body
 * costs no cryptography.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey } from 'node:crypto';

export interface PuuidCipher {
  puuidOf(playerIndex: number): string;
  decode(puuid: string): DecodedPuuid;
}

type DecodedPuuid =
  | { readonly outcome: 'player'; readonly index: number }
  /** Of the right form, but not ours: another key's. */
  | { readonly outcome: 'foreign' }
  | { readonly outcome: 'malformed' };

/** 58 bytes are 78 characters of base64url, which is how long real ones are. */
const SEAL_BYTES = 16;
const TEXT_BYTES = 42;
const FORM = /^[A-Za-z0-9_-]{78}$/;
const ALGORITHM = 'aes-128-ctr';

export function createPuuidCipher(apiKey: string, worldSeed: number): PuuidCipher {
  const secret = createHash('sha256').update(`practice puuid\0${worldSeed}\0${apiKey}`).digest();
  // Made into keys once: given as bytes, they would be made into keys for every player, which takes longer than the encryption.
  const cipherKey = createSecretKey(secret.subarray(0, 16));
  const sealKey = createSecretKey(secret.subarray(16));
  const puuids: string[] = [];
  const indexes = new Map<string, number>();

  const sealOf = (text: Buffer): Buffer =>
    createHmac('sha256', sealKey).update(text).digest().subarray(0, SEAL_BYTES);

  function encrypt(index: number): string {
    const text = Buffer.alloc(TEXT_BYTES);
    text.writeUInt32BE(index);
    const seal = sealOf(text);
    const hidden = createCipheriv(ALGORITHM, cipherKey, seal).update(text);
    return Buffer.concat([seal, hidden]).toString('base64url');
  }

  function decrypt(puuid: string): number | undefined {
    const bytes = Buffer.from(puuid, 'base64url');
    const seal = bytes.subarray(0, SEAL_BYTES);
    const text = createDecipheriv(ALGORITHM, cipherKey, seal).update(bytes.subarray(SEAL_BYTES));
    // The last character carries four bits that decoding ignores: only the one true spelling is valid.
    if (!sealOf(text).equals(seal) || bytes.toString('base64url') !== puuid) return undefined;
    return text.readUInt32BE();
  }

  return {
    puuidOf(index) {
      const known = puuids[index];
      if (known !== undefined) return known;
      const puuid = encrypt(index);
      puuids[index] = puuid;
      indexes.set(puuid, index);
      return puuid;
    },
    decode(puuid) {
      const known = indexes.get(puuid);
      if (known !== undefined) return { outcome: 'player', index: known };
      if (!FORM.test(puuid)) return { outcome: 'malformed' };
      const index = decrypt(puuid);
      return index === undefined ? { outcome: 'foreign' } : { outcome: 'player', index };
    },
  };
}
