/**
 * How often somebody won in some of their games, and how far that is from usual. All cells of a breakdown are described at once: how much
 * to trust a cell with few games is learned from all of them.
 *
 * - `winRate`: the share, with Wilson's 95 % score interval.
 * - `difference`: share minus what is expected of the cell. The cell's games are in the baseline too, so the interval is made from two
 *   separate parts: cell − baseline = (1 − n/N) · (cell − rest), and of two separate shares Newcombe's hybrid score interval (his method 10,
 *   1998) holds its 95 % at small n. Not corrected for looking at many cells; findings are (`largest-contrast.ts`).
 * - `shrunk`: empirical Bayes as in `shrinkage.ts`, towards the expected share. Cells of one player lie about 4 points apart before any
 *   are seen.
 *
 * Games are taken for independent draws. What makes wins cluster (a duo partner, a patch) makes intervals a little too narrow.
 */
import { wilsonInterval, type Estimate } from './intervals.ts';
import { learnRows, shrinkTowards, type RowSample, type RowScale } from './shrinkage.ts';

export interface WinCounts {
  readonly n: number;
  readonly wins: number;
}

/** `expected`: the share of wins that the cell would have if nothing were special about it; as a rule the baseline's. */
export interface ExpectedWins extends WinCounts {
  readonly expected: number;
}

export interface WinStatistics {
  readonly n: number;
  readonly wins: number;
  /** Null: no games. */
  readonly winRate: Estimate | null;
  readonly expected: number;
  readonly difference: Estimate | null;
  readonly shrunk: number;
  readonly isLowSample: boolean;
}

/** With fewer games the interval of the share is wider than 40 points: nothing should be read into it. */
export const LOW_SAMPLE_GAMES = 20;
const SCALE: RowScale = { usualSpread: 0.04, centreSpread: 0.005 };
const NOTHING_KNOWN = 0.5;

export function winShare({ n, wins }: WinCounts): number {
  return n === 0 ? NOTHING_KNOWN : wins / n;
}

/**
 * One for each cell, in their order, with whatever else the cell has. Cells are parts of the baseline; they may overlap, and need not
 * cover it.
 */
export function describeWins<Cell extends ExpectedWins>(
  cells: readonly Cell[],
  baseline: WinCounts,
): (Cell & WinStatistics)[] {
  const rows = cells.map((cell) => ({ cell, sample: toSample(cell) }));
  const models = learnRows(
    rows.map(({ sample }) => sample),
    0,
    SCALE,
  );
  return rows.map(({ cell, sample }) => describeCell(cell, baseline, shrinkTowards(models, sample)));
}

/** `shift`: how far from the expected share the shrunk one is. */
function describeCell<Cell extends ExpectedWins>(
  cell: Cell,
  baseline: WinCounts,
  shift: number,
): Cell & WinStatistics {
  const { n, wins, expected } = cell;
  return {
    ...cell,
    winRate: n === 0 ? null : wilsonInterval(wins, n),
    difference: n === 0 ? null : compareToExpected(cell, baseline),
    shrunk: Math.min(1, Math.max(0, expected + shift)),
    isLowSample: n < LOW_SAMPLE_GAMES,
  };
}

/** How far the cell is from what is expected of it. */
function toSample({ n, wins, expected }: ExpectedWins): RowSample {
  return {
    n,
    average: n === 0 ? 0 : wins / n - expected,
    // By what is expected, and not by the cell itself: three losses out of three would be certain.
    variance: expected * (1 - expected),
  };
}

/** What all others are compared with: it differs from itself by nothing. */
export function describeAllWins(baseline: WinCounts): WinStatistics {
  const { n, wins } = baseline;
  const share = winShare(baseline);
  return {
    n,
    wins,
    winRate: n === 0 ? null : wilsonInterval(wins, n),
    expected: share,
    difference: n === 0 ? null : { value: 0, low: 0, high: 0 },
    shrunk: share,
    isLowSample: n < LOW_SAMPLE_GAMES,
  };
}

function compareToExpected({ n, wins, expected }: ExpectedWins, baseline: WinCounts): Estimate {
  const rest = { n: baseline.n - n, wins: baseline.wins - wins };
  const offset = winShare(baseline) - expected;
  if (rest.n <= 0) return { value: offset, low: offset, high: offset };
  const [own, others] = [wilsonInterval(wins, n), wilsonInterval(rest.wins, rest.n)];
  const outside = rest.n / baseline.n;
  const apart = own.value - others.value;
  const below = Math.hypot(own.value - own.low, others.high - others.value);
  const above = Math.hypot(own.high - own.value, others.value - others.low);
  return {
    value: outside * apart + offset,
    low: outside * (apart - below) + offset,
    high: outside * (apart + above) + offset,
  };
}
