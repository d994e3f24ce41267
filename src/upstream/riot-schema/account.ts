/** account-v1: who somebody is, and where they play. */
import { Type, type Static } from 'typebox';
import { list, maybe, text } from '../shape.ts';

/** The names can be missing: the account then has none yet, or is not to be shown. */
export const Account = Type.Object({
  puuid: text(),
  gameName: maybe(text()),
  tagLine: maybe(text()),
});
export type Account = Static<typeof Account>;

/** `region` holds a platform in lower case (`euw1`), in Riot's words. */
export const ActiveRegion = Type.Object({ puuid: text(), game: text(), region: text() });
export type ActiveRegion = Static<typeof ActiveRegion>;

/** Newest first. The bound is several times the most that a page can hold. */
export const MatchIds = list(text(), 1_000);
export type MatchIds = Static<typeof MatchIds>;
