/**
 * A puuid as a number of 64 bits, by which ClickHouse sorts and finds players: a tenth of the text's room. The first eight bytes of its
 * SHA-256, the highest first. Of ten million players two share a number once in 370,000 times, so whoever has to be certain
 * compares the puuid, which is kept beside it.
 *
 * Seats without a player (bots) have 0, and 0 is nobody.
 */
import { sha256Head } from './sha-256.ts';

export const NO_PLAYER = 0n;

export function playerHash(puuid: string): bigint {
  const { high, low } = sha256Head(puuid);
  return (BigInt(high) << 32n) | BigInt(low);
}
