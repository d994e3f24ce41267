/**
 * From points to tiers. Below Master the points say it all; above, the best are Challenger, the next Grandmaster, whatever
 * their points are. In the first days of a set nobody may be above Diamond: the apex lists are empty then, as at Riot.
 */
import { MASTER_POINTS } from './standing.ts';
import type { Rank } from './world.ts';

const TIERS_BELOW = ['IRON', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'EMERALD', 'DIAMOND'] as const;
const DIVISIONS = ['IV', 'III', 'II', 'I'] as const;
const POINTS_A_DIVISION = 100;
const CHALLENGER_SHARE = 0.003;
const FEWEST_CHALLENGERS = 20;
const GRANDMASTER_SHARE_OF_REST = 0.35;

export type Standing = Pick<Rank, 'tier' | 'division' | 'leaguePoints'>;

/** `points` from best to worst; an entry for each, in the same order. */
export function toStandings(points: readonly number[], isApexOpen: boolean): Standing[] {
  const apex = isApexOpen ? points.filter((each) => each >= MASTER_POINTS).length : 0;
  const challengers = Math.min(
    apex,
    Math.max(FEWEST_CHALLENGERS, Math.ceil(points.length * CHALLENGER_SHARE)),
  );
  const grandmasters = Math.ceil((apex - challengers) * GRANDMASTER_SHARE_OF_REST);
  return points.map((each, place) => {
    if (place >= apex) return toStandingBelow(each);
    const tier =
      place < challengers ? 'CHALLENGER' : place < challengers + grandmasters ? 'GRANDMASTER' : 'MASTER';
    return { tier, division: 'I', leaguePoints: each - MASTER_POINTS };
  });
}

function toStandingBelow(points: number): Standing {
  const held = Math.min(MASTER_POINTS - 1, Math.max(0, points));
  const division = Math.floor(held / POINTS_A_DIVISION);
  return {
    tier: TIERS_BELOW[Math.floor(division / DIVISIONS.length)] ?? 'DIAMOND',
    division: DIVISIONS[division % DIVISIONS.length] ?? 'I',
    leaguePoints: held % POINTS_A_DIVISION,
  };
}
