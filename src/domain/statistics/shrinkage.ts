/**
 * How far to trust a row's average: a build with three boards and an average of 1.7 is luck, and must not lead a ranking. Each average is
 * pulled towards what rows like it have, by how little is known of it (empirical Bayes).
 *
 * The model: a row's average scatters around the row's truth by its sampling error, the truths scatter around a centre with some
 * spread, and the centre lies somewhere near the baseline. Centre and spread are learned from all rows of the breakdown, so that
 * units (0.4 places apart) are pulled more than levels (2 places apart). Instead of choosing one spread, each of a series counts by
 * how well it explains the rows (its likelihood). So one row alone has an answer too, rows that agree by luck do not all become
 * equal, and a long tail of rows with two boards, which says little about the spread, has little say in it.
 *
 * Why a centre of their own, and not the baseline itself: 3-item builds average 0.3 places better than their unit does, items 0.3
 * better than all boards, since who has them has played well. Pulled towards the baseline, the rare ones of these would sink to
 * the end of the ranking, and the distance that all have in common would be taken for spread.
 *
 * What it leaves out: rare rows may be worse than frequent ones (players know), and rows share boards.
 */
import type { PlacementSample } from './placements.ts';

/** What is known of one row; how its variance was found does not matter here. */
export type RowSample = Omit<PlacementSample, 'freedom'>;

/** In the unit of the averages. */
export interface RowScale {
  /** Of the true averages, before any rows are seen. */
  readonly usualSpread: number;
  /** How far the centre of a breakdown may lie from its baseline. */
  readonly centreSpread: number;
}

/** In places; the spread of units and items was 0.15 to 0.41 in ranked games of three sets. */
const PLACES: RowScale = { usualSpread: 0.4, centreSpread: 0.5 };
/** The series goes from an eighth of the usual spread to eight times of it, and spreads become unlikely by the octave. */
const OCTAVES = 3;
const STEPS_PER_OCTAVE = 4;

/** One spread of the series. */
export interface RowModel {
  readonly centre: number;
  /** Between rows, of their true averages. */
  readonly variance: number;
  /** How likely it is; those of all models add up to 1. */
  readonly weight: number;
}

export function learnRows(
  rows: readonly RowSample[],
  baselineAverage: number,
  scale: RowScale = PLACES,
): readonly RowModel[] {
  const known = rows.filter(({ n }) => n > 0);
  const octaves = Array.from(
    { length: 2 * OCTAVES * STEPS_PER_OCTAVE + 1 },
    (_, step) => step / STEPS_PER_OCTAVE - OCTAVES,
  );
  const fits = octaves.map((octave) => fitRows(known, baselineAverage, octave, scale));
  // Likelihoods of many rows are too small to be written down; their ratios are not.
  const best = Math.max(...fits.map(({ logWeight }) => logWeight));
  const total = fits.reduce((sum, { logWeight }) => sum + Math.exp(logWeight - best), 0);
  return fits.map(({ centre, variance, logWeight }) => ({
    centre,
    variance,
    weight: Math.exp(logWeight - best) / total,
  }));
}

/** Between the row's own average and the centre; a row without boards is at the centre. */
export function shrinkTowards(
  models: readonly RowModel[],
  { n, average, variance: ofBoard }: RowSample,
): number {
  return models.reduce((sum, { centre, variance, weight }) => {
    const trust = n === 0 ? 0 : variance / (variance + ofBoard / n);
    return sum + weight * (centre + (average - centre) * trust);
  }, 0);
}

/** With a spread so many octaves from the usual one: the likeliest centre, and how likely that spread is before and after the rows. */
function fitRows(
  rows: readonly RowSample[],
  baselineAverage: number,
  octave: number,
  { usualSpread, centreSpread }: RowScale,
) {
  const variance = (usualSpread * 2 ** octave) ** 2;
  const ofCentre = centreSpread ** -2;
  let [weights, sum, logVariances] = [ofCentre, ofCentre * baselineAverage, 0];
  for (const row of rows) {
    const total = variance + row.variance / row.n;
    weights += 1 / total;
    sum += row.average / total;
    logVariances += Math.log(total);
  }
  const centre = sum / weights;
  let distances = ofCentre * (centre - baselineAverage) ** 2;
  for (const row of rows) distances += (row.average - centre) ** 2 / (variance + row.variance / row.n);
  return { centre, variance, logWeight: -(octave ** 2 + logVariances + Math.log(weights) + distances) / 2 };
}
