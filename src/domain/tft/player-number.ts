/**
 * A puuid as a number of 53 bits, by which a player's boards are found in ClickHouse; 0 is a bot. Names stay out of ClickHouse.
 * SHA-256, as in `lol/player-hash.ts`, took 40 µs for the eight players of a match; this takes one. Of ten million players two
 * share a number with a probability of 0.6 %: one of them may then be given the other's first rank, until the next `verify`.
 *
 * Two multiplicative hashes side by side (cyrb53), mixed at the end.
 */
const STEPS = [0x9e37_79b1, 0x5f35_6495] as const;
const MIXES = [0x85eb_ca6b, 0xc2b2_ae35] as const;

export function playerNumber(puuid: string | null): number {
  if (puuid === null) return 0;
  let high = 0xdead_beef;
  let low = 0x41c6_ce57;
  for (let at = 0; at < puuid.length; at++) {
    const unit = puuid.charCodeAt(at);
    high = Math.imul(high ^ unit, STEPS[0]);
    low = Math.imul(low ^ unit, STEPS[1]);
  }
  const mixedHigh = mix(high) ^ mixOther(low);
  const mixedLow = mix(low) ^ mixOther(mixedHigh);
  return (mixedHigh & 0x1f_ffff) * 0x1_0000_0000 + (mixedLow >>> 0);
}

function mix(hash: number): number {
  return Math.imul(hash ^ (hash >>> 16), MIXES[0]);
}

function mixOther(hash: number): number {
  return Math.imul(hash ^ (hash >>> 13), MIXES[1]);
}
