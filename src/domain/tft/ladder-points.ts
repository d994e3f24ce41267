/**
 * A rank as one number, so that players can be compared and filtered by it: Master with 0 LP is 0, what is above continues upward
 * by LP alone (Grandmaster and Challenger are places and no LP), and every division below is 100 less. Diamond I with 75 LP
 * is -25, Iron IV with 0 LP is -2800.
 *
 * A tier that is not on this ladder (Hyper Roll has colours) gives null: an unknown rank is never 0, which would be Master.
 */
const TIERS = ['IRON', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'EMERALD', 'DIAMOND'] as const;
const APEX_TIERS: ReadonlySet<string> = new Set(['MASTER', 'GRANDMASTER', 'CHALLENGER']);
const DIVISIONS = ['IV', 'III', 'II', 'I'] as const;
const DIVISION_POINTS = 100;
const TIER_POINTS = DIVISIONS.length * DIVISION_POINTS;

export const LOWEST_LADDER_POINTS = -TIERS.length * TIER_POINTS;

/** From the bottom up. */
const STEPS = TIERS.flatMap((tier, tierIndex) =>
  DIVISIONS.map((division, index) => {
    const from = LOWEST_LADDER_POINTS + tierIndex * TIER_POINTS + index * DIVISION_POINTS;
    return { tier, division, from };
  }),
);
const BOTTOM: Standing = { tier: 'IRON', division: 'IV', leaguePoints: 0 };

export interface Standing {
  readonly tier: string;
  /** Any, for an apex tier. */
  readonly division: string;
  readonly leaguePoints: number;
}

export function ladderPoints({ tier, division, leaguePoints }: Standing): number | null {
  if (!Number.isInteger(leaguePoints)) return null;
  const name = tier.toUpperCase();
  if (APEX_TIERS.has(name)) return Math.max(0, leaguePoints);
  const step = STEPS.find((one) => one.tier === name && one.division === division.toUpperCase());
  if (step === undefined) return null;
  // A division ends at 100 LP; held to it, so that nobody passes for somebody of the next one.
  return step.from + Math.min(Math.max(leaguePoints, 0), DIVISION_POINTS - 1);
}

/** The other way round. What lies above Master is told as Master, because the number does not know better. */
export function standingOf(points: number): Standing {
  if (points >= 0) return { tier: 'MASTER', division: 'I', leaguePoints: Math.floor(points) };
  const step = STEPS.findLast(({ from }) => from <= points);
  if (step === undefined) return BOTTOM;
  return { tier: step.tier, division: step.division, leaguePoints: Math.floor(points - step.from) };
}

/** `Diamond I 75 LP`; from Master on `Master+ 312 LP`; null is `unknown rank`. */
export function ladderWords(points: number | null): string {
  if (points === null) return 'unknown rank';
  const { tier, division, leaguePoints } = standingOf(points);
  if (points >= 0) return `Master+ ${leaguePoints} LP`;
  return `${tier.charAt(0)}${tier.slice(1).toLowerCase()} ${division} ${leaguePoints} LP`;
}

/** The points of a whole tier: from, and up to but not including. Apex tiers share one band without an upper end. */
export function tierBand(tier: string): { readonly from: number; readonly below: number } | null {
  const name = tier.toUpperCase();
  if (APEX_TIERS.has(name)) return { from: 0, below: Number.POSITIVE_INFINITY };
  const lowest = STEPS.find((step) => step.tier === name);
  return lowest === undefined ? null : { from: lowest.from, below: lowest.from + TIER_POINTS };
}
