/**
 * Asks whether wins are spread over the cells of a breakdown as chance would spread them, by looking at several contrasts at once: "these
 * cells against the rest", or "more with each step". A contrast gives each cell a weight; its score is the weighted excess of wins over
 * what was expected, in standard deviations of what chance gives when the total of wins is as it is (as in Fisher's exact test):
 *
 *   score = Σ cᵢ (winsᵢ − expectedᵢ) / √(σ² V),   V = Σ cᵢ² nᵢ − (Σ cᵢ nᵢ)² / N,   σ² = p (1 − p) · N / (N − 1)
 *
 * The more contrasts are looked at, the larger the largest score by chance alone. How large is found out by drawing the whole table again
 * and again under "nothing is special" (single-step max-T of Westfall and Young, from the normal limit of the hypergeometric table). It knows
 * that neighbouring windows share their games, so it asks for less than Bonferroni and still keeps the chance of any false claim.
 *
 * The limit needs games on both sides of a contrast; `isTellable` says which have enough.
 */
import { createNormals } from './intervals.ts';

interface ContrastCell {
  readonly n: number;
  /** Wins minus expected wins. */
  readonly excess: number;
}

/** Cells by their place in the list, with a weight each; all others weigh nothing. */
export interface Contrast {
  readonly cells: readonly number[];
  readonly weights: readonly number[];
}

export interface ContrastTable {
  /** Cells share no game. They need not cover everything. */
  readonly cells: readonly ContrastCell[];
  /** Games in all, N. */
  readonly total: number;
  /** Of one game, σ². */
  readonly variance: number;
}

export interface ContrastResult {
  readonly score: number;
  /** Games in cells that weigh something. */
  readonly n: number;
  /** Excess wins for each unit of weight: for a set of cells, its share minus the expected one; for a course, the change with each step. */
  readonly value: number;
  readonly standardError: number;
}

/** Fewer, on either side, and the normal limit says little. */
const LEAST_GAMES = 20;
const LEAST_VARIANCE = 4;

export function isTellable(table: ContrastTable, contrast: Contrast): boolean {
  const { sum, squares, spread } = sumsOf(table, contrast);
  if (squares === 0) return false;
  // So many games with equal weights would tell as much.
  const effective = sum ** 2 / squares;
  if (Math.min(effective, table.total - effective) < LEAST_GAMES) return false;
  return table.variance * spread * (effective / sum) ** 2 >= LEAST_VARIANCE;
}

/**
 * `isCourse`: the weights are steps, and the value is the slope (least squares). Otherwise all weights are 1, and the value is how far the
 * cells together are from what is expected of them.
 */
export function resultOf(table: ContrastTable, contrast: Contrast, isCourse: boolean): ContrastResult {
  const { n, sum, excess, spread } = sumsOf(table, contrast);
  const deviation = Math.sqrt(table.variance * spread);
  const unit = isCourse ? spread : sum;
  return { score: excess / deviation, n, value: excess / unit, standardError: deviation / unit };
}

/** The largest absolute score that chance alone brings, drawn `draws` times; in ascending order. */
export function largestByChance(
  table: ContrastTable,
  contrasts: readonly Contrast[],
  { draws, seed }: { readonly draws: number; readonly seed: number },
): Float64Array {
  const normal = createNormals(seed);
  const roots = rootsOf(table);
  const deviates = new Float64Array(roots.length);
  const flat = flatten(table, contrasts, roots);
  const largest = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    let all = 0;
    for (let cell = 0; cell < roots.length; cell++) {
      const root = roots[cell] as number;
      if (root === 0) continue;
      const deviate = normal();
      deviates[cell] = deviate;
      all += deviate * root;
    }
    largest[draw] = largestOf(flat, deviates, all);
  }
  return largest.sort();
}

/** How often chance brings a score as large; never 0, because the score that was seen is one of the possible ones. */
export function chanceOf(score: number, largest: Float64Array): number {
  const size = Math.abs(score);
  const first = largest.findIndex((one) => one >= size);
  const asLarge = first === -1 ? 0 : largest.length - first;
  return (1 + asLarge) / (1 + largest.length);
}

/** The score that chance passes with this chance only: intervals of so many standard errors hold for all contrasts together. */
export function reachOf(chance: number, largest: Float64Array): number {
  const place = Math.min(largest.length - 1, Math.ceil((1 - chance) * largest.length));
  return Number(largest[place]);
}

/** All contrasts in one piece, without what is empty or weighs nothing: this is where nearly all of the time goes. */
interface FlatContrasts {
  /** Where each contrast begins; one more at the end. */
  readonly starts: Int32Array;
  readonly cells: Int32Array;
  readonly factors: Float64Array;
  /** What each contrast has of the total, which is as it is. */
  readonly ofAll: Float64Array;
}

function flatten(table: ContrastTable, contrasts: readonly Contrast[], roots: Float64Array): FlatContrasts {
  const starts = [0];
  const [cells, factors, ofAll]: [number[], number[], number[]] = [[], [], []];
  for (const contrast of contrasts) {
    const { sum, spread } = sumsOf(table, contrast);
    const deviation = Math.sqrt(spread);
    for (const [place, weight] of contrast.weights.entries()) {
      const cell = Number(contrast.cells[place]);
      const factor = (weight * Number(roots[cell])) / deviation;
      if (factor === 0) continue;
      cells.push(cell);
      factors.push(factor);
    }
    starts.push(cells.length);
    ofAll.push(sum / (table.total * deviation));
  }
  return {
    starts: Int32Array.from(starts),
    cells: Int32Array.from(cells),
    factors: Float64Array.from(factors),
    ofAll: Float64Array.from(ofAll),
  };
}

function largestOf(
  { starts, cells, factors, ofAll }: FlatContrasts,
  deviates: Float64Array,
  all: number,
): number {
  let largest = 0;
  let place = 0;
  for (let contrast = 0; contrast < ofAll.length; contrast++) {
    const end = starts[contrast + 1] as number;
    let score = -all * (ofAll[contrast] as number);
    for (; place < end; place++)
      score += (factors[place] as number) * (deviates[cells[place] as number] as number);
    largest = Math.max(largest, Math.abs(score));
  }
  return largest;
}

/** Of the games in each cell, and last of those in none. */
function rootsOf({ cells, total }: ContrastTable): Float64Array {
  const covered = cells.reduce((sum, { n }) => sum + n, 0);
  return Float64Array.from([...cells.map(({ n }) => n), Math.max(0, total - covered)], Math.sqrt);
}

/** `spread`: V of the file's head. */
function sumsOf({ cells, total }: ContrastTable, { cells: asked, weights }: Contrast) {
  let [n, sum, squares, excess] = [0, 0, 0, 0];
  for (const [place, weight] of weights.entries()) {
    const cell = cells[Number(asked[place])];
    if (cell === undefined || weight === 0) continue;
    n += cell.n;
    sum += weight * cell.n;
    squares += weight ** 2 * cell.n;
    excess += weight * cell.excess;
  }
  return { n, sum, squares, excess, spread: squares - sum ** 2 / total };
}
