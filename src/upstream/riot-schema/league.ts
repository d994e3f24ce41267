/**
 * tft-league-v1 and league-v4, which share their shape. In TFT `wins` are first places and `losses` all others.
 * An empty ladder after a reset has a tier and no entries, and neither queue nor name. Lists from before 2025 have no puuid: the
 * entry is valid, and nobody can be found by it.
 */
import { Type, type Static } from 'typebox';
import { count, list, maybe, text } from '../shape.ts';

const standing = {
  puuid: maybe(text()),
  leaguePoints: maybe(count()),
  rank: maybe(text()),
  wins: count(),
  losses: count(),
  hotStreak: maybe(Type.Boolean()),
  veteran: maybe(Type.Boolean()),
  freshBlood: maybe(Type.Boolean()),
  inactive: maybe(Type.Boolean()),
};

/** One apex tier of one queue. Master has held some ten thousand players. */
export const LeagueList = Type.Object({
  tier: text(),
  queue: maybe(text()),
  leagueId: maybe(text()),
  entries: list(Type.Object(standing), 100_000),
});
export type LeagueList = Static<typeof LeagueList>;

/** A page of a lower tier, or all queues of one player; a player without a rank has none. Hyper Roll has `rated…` instead of a tier. */
export const LeagueEntries = list(
  Type.Object({
    ...standing,
    queueType: text(),
    tier: maybe(text()),
    leagueId: maybe(text()),
    ratedTier: maybe(text()),
    ratedRating: maybe(count()),
  }),
  5_000,
);
export type LeagueEntries = Static<typeof LeagueEntries>;
