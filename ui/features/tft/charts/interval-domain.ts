/**
 * The stretch that the small interval drawings of a table share, so that they can be compared by eye. Rows with few games have intervals
 * from first to last place; they would press all others flat, so they are cut off at the edge instead of setting the measure.
 */
import type { TftStatistics } from '#/contract/tft-explore.ts';

import { extentOf, widen, type Extent } from '../../../lib/scale.ts';

const PLACES: Extent = [1, 8];
const MARGIN = 0.06;
/** Narrower than this, differences that mean nothing would look like much. */
const LEAST_WIDTH = 0.5;

type Sample = Pick<TftStatistics, 'average' | 'isLowSample'>;

export function intervalDomain(rows: readonly Sample[], baseline: Sample): Extent {
  const certain = rows.filter(({ isLowSample }) => !isLowSample);
  const told = certain.length > 0 ? certain : rows;
  const values = [...told, baseline].flatMap(({ average }) => [average.low, average.high]);
  const [from, to] = widen(extentOf(values, PLACES), MARGIN);
  const missing = Math.max(0, LEAST_WIDTH - (to - from)) / 2;
  return [Math.max(PLACES[0], from - missing), Math.min(PLACES[1], to + missing)];
}
