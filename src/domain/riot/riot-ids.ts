/**
 * The shapes of Riot's ids, so that nonsense is refused before it costs a call: calls for things that cannot be are counted
 * against the key.
 */
const PUUID = /^[A-Za-z0-9_-]{78}$/;
const MATCH_ID = /^[A-Z]{2,4}\d?_\d{1,19}$/;

/** What stands in a puuid's place for a bot; several seats of one game may have it. */
const BOT_PUUID = 'BOT';

/** A person's id as Riot encrypts it for one key. Bots, and the rare unencrypted id (a plain UUID), are none. */
export function isPuuid(text: string): boolean {
  return PUUID.test(text);
}

export function isBot(puuid: string): boolean {
  return puuid === BOT_PUUID;
}

/** `EUW1_6834713231`: the shape alone; whether the platform exists is `placeOfMatch`'s business. */
export function isMatchId(text: string): boolean {
  return MATCH_ID.test(text);
}
