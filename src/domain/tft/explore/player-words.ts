/** The players of a filter in words: tiers, league points, and which rank counts. */
import { ladderWords } from '../ladder-points.ts';
import { UNKNOWN } from '../stored-codes.ts';
import type { Filter, LpFilter } from './filter.ts';
import { capitalise, joinWords } from './word-lists.ts';

export function playerWords({ tiers, lp, rank }: Pick<Filter, 'tiers' | 'lp' | 'rank'>): string {
  const isAnyRank = tiers.length === 0 && lp === undefined;
  const ofTiers = isAnyRank ? 'players of any rank' : tierWords(tiers);
  const words = lp === undefined ? ofTiers : `${ofTiers} ${lpWords(lp)}`;
  if (rank === 'strict') return `by ${words}, using the rank as of the match`;
  return isAnyRank ? `by ${words}` : `by ${words}, using the nearest known rank`;
}

function tierWords(tiers: readonly string[]): string {
  const known = tiers.filter((tier) => tier !== UNKNOWN).map((tier) => capitalise(tier));
  if (tiers.length === 0) return 'players';
  if (known.length === 0) return 'players of unknown rank';
  const words = `${joinWords(known, 'or')} players`;
  return known.length === tiers.length ? words : `${words} or players of unknown rank`;
}

function lpWords(lp: LpFilter): string {
  if (lp.unknown === 'only') return 'of unknown rank';
  return `${limitWords(lp)}${lp.unknown === 'include' ? ' or of unknown rank' : ''}`;
}

/** From Master on points are one ladder; below it, and where nothing is said of below, the division is named. */
function limitWords({ min, max }: LpFilter): string {
  if (min === undefined) return max === undefined ? 'of any rank' : `up to ${ladderWords(max)}`;
  if (min < 0) return `from ${ladderWords(min)} ${max === undefined ? 'on' : `to ${ladderWords(max)}`}`;
  if (min === 0 && max === undefined) return 'of Master or higher';
  const points = max === undefined ? `at least ${min}` : `${min} to ${max}`;
  return `with ${points} LP (Master and above)`;
}
