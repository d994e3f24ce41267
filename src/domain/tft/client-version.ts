/**
 * What can be read from `game_version`: the number of the client's patch, which is not the number of the game's patch
 * (client 16.11 is patch 17.4). Seen so far:
 * - `Version 12.6.432.1258 (Mar 29 2022/…) [PUBLIC] <Releases/12.6>`, later with `Linux` in front
 * - `TFT Unreal Version ?.?.?.?`: says nothing. Should it ever say something, it speaks of the game's own patch.
 */
export interface ClientVersion {
  readonly major: number;
  readonly minor: number;
  /** It names the game's patch itself, because the game has a client of its own. */
  readonly isOwnClient: boolean;
}

const FIRST_TWO_NUMBERS = /(?<![\d.])(\d{1,3})\.(\d{1,3})(?!\d)/;

/** Null: there is nothing in it. */
export function readClientVersion(text: string | null): ClientVersion | null {
  const [, major, minor] = FIRST_TWO_NUMBERS.exec(text ?? '') ?? [];
  if (text === null || major === undefined || minor === undefined) return null;
  return { major: Number(major), minor: Number(minor), isOwnClient: /unreal/i.test(text) };
}
