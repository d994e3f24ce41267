/**
 * What the explorer says of each row: averages and shares with 95 % intervals, the distance to the baseline, an estimate for ranking.
 *
 * All rows of a breakdown are described at once, before any is left out by paging: the ranking estimate is learned from them.
 *
 * Boards are treated as independent draws, which they are not: a game deals each place once, so a second board of the same game
 * tends to the other side. Averages and shares are therefore surer than said here: their variance is 1 - (E[k²]/E[k] - 1) / 7 of
 * what is used when k of a game's eight boards are in the row. That errs towards too wide. In ranked games of three sets the ratio was
 * 0.85 to 1 for most units and items (95 % intervals are really 95 to 97 % ones) and 0.5 for what half of all boards have, such as
 * a level (99 %); all boards of whole games average 4.5 without any doubt. The distance to the baseline is different: see
 * `compare-counts.ts`.
 *
 * A row without boards should not be asked for. It gets what is known anyway, the baseline's values and the breakdown's
 * centre, with intervals that leave everything open, and the low-sample mark.
 */
import { compareToBaseline } from './compare-counts.ts';
import { estimateAround, studentQuantile, wilsonInterval, type Estimate } from './intervals.ts';
import {
  averagePlace,
  boardsIn,
  toSample,
  top4In,
  typicalVariance,
  winsIn,
  type PlacementCounts,
  type PlacementSample,
} from './placements.ts';
import { learnRows, shrinkTowards } from './shrinkage.ts';

export type { Estimate } from './intervals.ts';

/** With fewer boards, or with a wider interval of the average, a row is marked: its order among others is mostly luck. */
export const LOW_SAMPLE_BOARDS = 30;
export const LOW_SAMPLE_WIDTH = 0.6;

const FIRST_PLACE = 1;
const LAST_PLACE = 8;
/** Stands for a baseline that has no boards. */
const EVEN_COUNTS: PlacementCounts = [1, 1, 1, 1, 1, 1, 1, 1];

export interface PlacementStatistics {
  readonly n: number;
  readonly average: Estimate;
  /** Share of boards in the first four places, 0 to 1. */
  readonly top4: Estimate;
  /** Share of boards in first place, 0 to 1. */
  readonly win: Estimate;
  /** Average minus the baseline's; below zero is better. */
  readonly difference: Estimate;
  /** The average, pulled towards those of the other rows by how little is known of it. For ranking. */
  readonly shrunk: number;
  readonly isLowSample: boolean;
}

/** One for each row, in their order. Rows are parts of the baseline and may overlap each other. */
export function describePlacements(
  rows: readonly PlacementCounts[],
  baseline: PlacementCounts,
): readonly PlacementStatistics[] {
  const typical = typicalVariance(baseline);
  const samples = rows.map((row) => toSample(row, typical));
  const models = learnRows(samples, averagePlace(baseline));
  return rows.map((row) => describeRow(row, baseline, (sample) => shrinkTowards(models, sample)));
}

/** The row that all others are compared with, so it differs from itself by nothing, and is pulled nowhere. */
export function describeBaseline(baseline: PlacementCounts): PlacementStatistics {
  return describeRow(baseline, baseline, ({ average }) => average);
}

function describeRow(
  row: PlacementCounts,
  baseline: PlacementCounts,
  shrink: (sample: PlacementSample) => number,
): PlacementStatistics {
  const sample = toSample(row, typicalVariance(baseline));
  const { n } = sample;
  const difference = compareToBaseline(row, baseline);
  // Rounding may carry a mean of first places a hair's breadth beyond the first.
  const shrunk = Math.min(LAST_PLACE, Math.max(FIRST_PLACE, shrink(sample)));
  if (n === 0) return { ...describeUnknown(baseline), difference, shrunk };
  const halfWidth = studentQuantile(sample.freedom) * Math.sqrt(sample.variance / n);
  const average = estimateAround(sample.average, halfWidth, FIRST_PLACE, LAST_PLACE);
  return {
    n,
    average,
    top4: wilsonInterval(top4In(row), n),
    win: wilsonInterval(winsIn(row), n),
    difference,
    shrunk,
    isLowSample: n < LOW_SAMPLE_BOARDS || average.high - average.low > LOW_SAMPLE_WIDTH,
  };
}

function describeUnknown(baseline: PlacementCounts) {
  const known = boardsIn(baseline) === 0 ? EVEN_COUNTS : baseline;
  const shareOf = (boards: number): Estimate => ({ value: boards / boardsIn(known), low: 0, high: 1 });
  return {
    n: 0,
    average: { value: averagePlace(known), low: FIRST_PLACE, high: LAST_PLACE },
    top4: shareOf(top4In(known)),
    win: shareOf(winsIn(known)),
    isLowSample: true,
  };
}
