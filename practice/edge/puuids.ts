/**
 * Puuids differ from key to key: only the key that was given a puuid can use it. They are keyed hashes of players' numbers, so they are
 * the same after a restart; those of all players are worked out when the first one comes back.
 */
import { createHmac, createSecretKey } from 'node:crypto';

export interface Puuids {
  puuidOf(playerIndex: number): string;
  /** `foreign`: of the right form, but of another key. */
  decode(puuid: string): number | 'foreign' | 'malformed';
}

/** 58 bytes are 78 characters of base64url, which is how long real ones are. */
const BYTES = 58;
const FORM = /^[A-Za-z0-9_-]{78}$/;

export function createPuuids(apiKey: string, worldSeed: number, playerCount: number): Puuids {
  const secret = createSecretKey(`practice puuid ${worldSeed} ${apiKey}`, 'utf8');
  const puuids: string[] = [];
  let indexes: ReadonlyMap<string, number> | undefined;

  function puuidOf(index: number): string {
    const hash = () => createHmac('sha512', secret).update(String(index)).digest();
    return (puuids[index] ??= hash().subarray(0, BYTES).toString('base64url'));
  }
  return {
    puuidOf,
    decode(puuid) {
      if (!FORM.test(puuid)) return 'malformed';
      indexes ??= new Map(Array.from({ length: playerCount }, (_, index) => [puuidOf(index), index]));
      return indexes.get(puuid) ?? 'foreign';
    },
  };
}
