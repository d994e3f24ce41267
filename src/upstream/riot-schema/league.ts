/** The short bodies: accounts, ladders (tft-league-v1 and league-v4 have one shape), lists of match ids, and the status of a platform. */
import { Type, type Static } from 'typebox';
import { count, list, maybe, text } from '../shape.ts';

/** The names are missing if the account has none yet, or is hidden. */
export const Account = Type.Object({ puuid: text(), gameName: maybe(text()), tagLine: maybe(text()) });

/** `region` is a platform in lower case (`euw1`); the word is Riot's. */
export const ActiveRegion = Type.Object({ region: text() });

/** Newest first. The bound is several times the longest page. */
export const MatchIds = list(text(), 1_000);

/** Only the key matters (src/upstream/sources.ts). */
export const PlatformStatus = Type.Object({ id: text() });

/** In TFT `wins` are first places and `losses` all others. Entries from before 2025 have no puuid: valid, but without a player. */
const standing = {
  puuid: maybe(text()),
  leaguePoints: maybe(count()),
  rank: maybe(text()),
  wins: count(),
  losses: count(),
};

/** One apex tier of one queue. Master has held some ten thousand players. An empty ladder after a reset has only a tier. */
export const LeagueList = Type.Object({ tier: text(), entries: list(Type.Object(standing), 100_000) });
export type LeagueList = Static<typeof LeagueList>;

/** A page of a lower tier, or all queues of one player. Hyper Roll has `rated…` instead of a tier. */
export const LeagueEntries = list(
  Type.Object({ ...standing, queueType: text(), tier: maybe(text()) }),
  5_000,
);
