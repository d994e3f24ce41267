/**
 * The difference of two average placements with its 95 % interval. Below zero is better: places count down to the first.
 *
 * Two groups of different games (two patches) are independent, and the interval is Welch's. A row and its baseline are not: the row's
 * boards are in both averages. But with the rest of the baseline the row shares none, and
 * average(row) - average(baseline) = (1 - n/N) · (average(row) - average(rest)), so the interval follows from two separate parts. It
 * is narrower than Welch's (the variance by (1 - f) / (1 + f) for a row with the share f of the boards), and a row that is the whole
 * baseline differs by exactly nothing.
 *
 * Row and rest still meet in the same games, where one's good place is the other's bad one. With games of eight boards of which
 * k are the row's, the true variance is (8 - E[k²]/E[k]) / (7 (1 - f)) of what is used here. It is 1 when players choose independently of
 * each other, at most 8/7 (when each game has equally many: then 95 % are really 93 %), and less where the row's boards flock together. In
 * ranked games of three sets it was 0.86 to 1.06, in the middle 1.00 to 1.02, for units, items, traits and stars.
 */
import { estimateAround, studentQuantile, type Estimate } from './intervals.ts';
import {
  addCounts,
  averagePlace,
  subtractCounts,
  toSample,
  typicalVariance,
  type PlacementCounts,
  type PlacementSample,
} from './placements.ts';

/** From first to eighth. */
const WIDEST = 7;

/** Average of `a` minus that of `b`, which share no game. Unknown (0, with all that is possible around it) when either is empty. */
export function compareCounts(a: PlacementCounts, b: PlacementCounts): Estimate {
  const typical = typicalVariance(addCounts(a, b));
  const [left, right] = [toSample(a, typical), toSample(b, typical)];
  if (left.n === 0 || right.n === 0) return { value: 0, low: -WIDEST, high: WIDEST };
  return estimateAround(left.average - right.average, halfWidthOf(left, right), -WIDEST, WIDEST);
}

/**
 * Average of the row minus that of the baseline that it is part of. A row that is not (its boards were counted by another
 * question, or more than once) is compared as if it were independent, which errs towards a wider interval.
 */
export function compareToBaseline(row: PlacementCounts, baseline: PlacementCounts): Estimate {
  const rest = subtractCounts(baseline, row);
  if (rest === null) return compareCounts(row, baseline);
  const typical = typicalVariance(baseline);
  const [ofRow, ofRest] = [toSample(row, typical), toSample(rest, typical)];
  if (ofRest.n === 0) return { value: 0, low: 0, high: 0 };
  if (ofRow.n === 0) return { value: 0, low: -WIDEST, high: WIDEST };
  const outside = ofRest.n / (ofRow.n + ofRest.n);
  const value = ofRow.average - averagePlace(baseline);
  return estimateAround(value, outside * halfWidthOf(ofRow, ofRest), -WIDEST, WIDEST);
}

/** Welch: the two variances need not be equal, and the degrees of freedom lean towards the sample that is known worse. */
function halfWidthOf(a: PlacementSample, b: PlacementSample): number {
  const [ofA, ofB] = [a.variance / a.n, b.variance / b.n];
  const freedom = (ofA + ofB) ** 2 / (ofA ** 2 / a.freedom + ofB ** 2 / b.freedom);
  return studentQuantile(freedom) * Math.sqrt(ofA + ofB);
}
