/**
 * What a drawing makes of a cell: whether it is surely above or below what is usual, how strongly it is coloured, and the stretch that
 * the intervals of a list share. Above and below, not good and bad: a page that judges is not believed.
 */
import type { LolCell, LolEstimate } from '#/contract/lol-cells.ts';

import { extentOf, widen, type Extent } from '../../../lib/scale.ts';

export type CellTone = 'above' | 'below' | 'unsure';

const ALL: Extent = [0, 1];
const MARGIN = 0.05;
/** Narrower than this, differences that mean nothing would look like much. */
const LEAST_WIDTH = 0.2;
/** So far from what is usual, a cell has its full colour. */
const FULL_COLOUR_AT = 0.15;

export function toneOf(difference: LolEstimate | null): CellTone {
  if (difference === null) return 'unsure';
  if (difference.low > 0) return 'above';
  return difference.high < 0 ? 'below' : 'unsure';
}

/** -1 to 1, by the shrunk rate: few games have little colour by themselves. */
export function tintOf({ n, shrunk, expected }: Pick<LolCell, 'n' | 'shrunk' | 'expected'>): number {
  if (n === 0) return 0;
  return Math.max(-1, Math.min(1, (shrunk - expected) / FULL_COLOUR_AT));
}

/** Cells with few games are cut off at the edge: they would press all others flat. */
export function rateDomain(
  cells: readonly Pick<LolCell, 'winRate' | 'isLowSample'>[],
  baseline: number,
): Extent {
  const certain = cells.filter(({ isLowSample }) => !isLowSample);
  const values = (certain.length > 0 ? certain : cells).flatMap(({ winRate }) =>
    winRate === null ? [] : [winRate.low, winRate.high],
  );
  const [from, to] = widen(extentOf([...values, baseline], ALL), MARGIN);
  const missing = Math.max(0, LEAST_WIDTH - (to - from)) / 2;
  return [Math.max(ALL[0], from - missing), Math.min(ALL[1], to + missing)];
}
