/**
 * How often each place was reached: eight numbers, first place first. Every stored aggregate is this and nothing more, and all
 * that is said of placements follows from it. Places of 0 and beyond 8 (bots, aborted games) never reach it.
 */

export type PlacementCounts = readonly number[];

const TOP_PLACES = 4;

/** A list that ends early has none of the places that it leaves out. */
export function addCounts(a: PlacementCounts, b: PlacementCounts): PlacementCounts {
  return a.map((count, index) => count + countAt(b, index));
}

/** What is left of the whole without the part; null when the part has boards that the whole has not. */
export function subtractCounts(whole: PlacementCounts, part: PlacementCounts): PlacementCounts | null {
  const rest = whole.map((count, index) => count - countAt(part, index));
  return rest.every((count) => count >= 0) ? rest : null;
}

export function boardsIn(counts: PlacementCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export function top4In(counts: PlacementCounts): number {
  return boardsIn(counts.slice(0, TOP_PLACES));
}

export function winsIn(counts: PlacementCounts): number {
  return countAt(counts, 0);
}

function countAt(counts: PlacementCounts, index: number): number {
  return counts[index] ?? 0;
}

// A histogram as a sample: its average, and how far that average may be off.
//
// The variance is not taken from the boards alone. One board has none, and three firsts in a row would claim to be certain. So every
// sample gets `IMAGINED_BOARDS` degrees of freedom that are spread like its surroundings (the baseline): with SS the squared deviations,
// variance = (SS + 4 · typical) / (n - 1 + 4), and Student's t has n + 3 degrees. This is the exact answer when the variances
// of a breakdown's rows scatter around the typical one, and it is forgotten as n grows. The average itself is left alone.
//
// With up to five boards the intervals are on the wide side (96 to 100 % instead of 95), but too narrow for rows that are far more
// spread than the baseline: of firsts and lasts mostly, 89 % at three boards, 94 % at twenty.

/** Enough that t stays below 2.8, few enough that 30 boards outvote them. */
const IMAGINED_BOARDS = 4;
/** The eight places, each as often as the others. */
const EVEN_AVERAGE = 4.5;
const EVEN_VARIANCE = 5.25;
/** That of a toss between two neighbouring places: nothing is taken to be surer, so that no interval shrinks to a point. */
const LEAST_VARIANCE = 0.25;

export interface PlacementSample {
  readonly n: number;
  readonly average: number;
  /** Of one board. */
  readonly variance: number;
  /** Degrees of freedom that the variance is known with. */
  readonly freedom: number;
}

/** An empty histogram has the average of places that are dealt evenly. */
export function averagePlace(counts: PlacementCounts): number {
  const n = boardsIn(counts);
  return n === 0 ? EVEN_AVERAGE : counts.reduce((sum, count, index) => sum + count * (index + 1), 0) / n;
}

/** What `toSample` takes for `typical`: the variance of a board of the surroundings. */
export function typicalVariance(surroundings: PlacementCounts): number {
  return Math.max(LEAST_VARIANCE, toSample(surroundings, EVEN_VARIANCE).variance);
}

export function toSample(counts: PlacementCounts, typical: number): PlacementSample {
  const n = boardsIn(counts);
  const average = averagePlace(counts);
  const squares = counts.reduce((sum, count, index) => sum + count * (index + 1 - average) ** 2, 0);
  const freedom = Math.max(0, n - 1) + IMAGINED_BOARDS;
  return { n, average, variance: (squares + IMAGINED_BOARDS * typical) / freedom, freedom };
}
