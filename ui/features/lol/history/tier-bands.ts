/** The tiers that a rank curve passes through, as stripes behind it. Apex tiers share one: on the one scale they differ by LP alone. */
import { standingOf, tierBand } from '#/domain/tft/ladder-points.ts';

import type { Extent } from '../../../lib/scale.ts';

export interface TierStripe {
  readonly tier: string;
  readonly from: number;
  readonly to: number;
}

const TIERS = ['IRON', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM', 'EMERALD', 'DIAMOND', 'MASTER'];

/** Cut to what is in the picture, from the bottom up. */
export function tierStripes([from, to]: Extent): TierStripe[] {
  return TIERS.flatMap((tier) => {
    const band = tierBand(tier);
    if (band === null) return [];
    const [low, high] = [Math.max(band.from, from), Math.min(band.below, to)];
    const name = tier === 'MASTER' ? 'Master+' : tier.charAt(0) + tier.slice(1).toLowerCase();
    return low < high ? [{ tier: name, from: low, to: high }] : [];
  });
}

const DIVISION_DIGITS: Readonly<Record<string, string>> = { I: '1', II: '2', III: '3', IV: '4' };

/** For an axis: `D2` is Diamond II, `M 120` Master with 120 LP. */
export function shortRank(points: number): string {
  const { tier, division, leaguePoints } = standingOf(points);
  return points >= 0 ? `M ${leaguePoints}` : `${tier.charAt(0)}${DIVISION_DIGITS[division] ?? ''}`;
}
