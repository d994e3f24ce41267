/**
 * What differs by more than chance explains. Every question's contrasts are scored (`statistics/contrasts.ts`), and corrected twice for how
 * much was looked at: inside a question by max-T, between questions by Bonferroni with shares that were fixed beforehand. So over all histories in which nothing is special, at most 5 % have any finding; and where some
 * things are, at most 5 % have one that is not among them, whatever the others are (the family-wise error rate, in the strong sense).
 *
 * A finding was chosen because it is large, so its plain 95 % interval would be too narrow. The one that is told is simultaneous: it holds for
 * everything that was looked at, and leaves 0 out exactly when the finding holds.
 *
 * Wins are taken for independent given the player's usual share. What clusters them makes findings a little too easy; see the tests
 * against invented histories and against the practice world.
 */
import { chanceOf, isTellable, largestByChance, reachOf, resultOf } from '../../statistics/contrasts.ts';
import type { ContrastResult, ContrastTable } from '../../statistics/contrasts.ts';
import {
  estimateAround,
  twoSidedTail,
  wilsonInterval,
  type Estimate,
} from '#/domain/statistics/intervals.ts';
import { winShare, type WinCounts } from '../../statistics/win-cells.ts';
import { findingWords } from './finding-words.ts';
import type { Candidate, Question, QuestionName } from './questions.ts';

/**
 * Of all histories without anything special, so many may have a finding. 5 % are promised; the rest is kept for what clusters wins (a duo
 * partner, a patch), which no model here knows of.
 */
const FALSE_SHARE = 0.03;
/** Enough to tell 0.5 % from 1 %. */
const DRAWS = 4_000;
/** A first look: what is far from a finding after so many stays far from it. */
const FEW_DRAWS = 1_000;
const FAR_SHARE = 3 * FALSE_SHARE;

interface Finding {
  readonly question: QuestionName;
  readonly keys: string[];
  readonly words: string;
  readonly direction: 'above' | 'below' | 'rising' | 'falling';
  readonly n: number;
  readonly wins: number;
  readonly winRate: Estimate;
  readonly expected: number;
  readonly difference: Estimate;
  readonly p: number;
}

export interface Findings {
  readonly findings: Finding[];
  /** When there is none: what came nearest. */
  readonly closest: Finding | null;
  /** Contrasts that had enough games. */
  readonly comparisons: number;
}

interface Scored {
  readonly candidate: Candidate;
  readonly result: ContrastResult;
}

interface Examined {
  readonly question: Question;
  readonly table: ContrastTable;
  /** The largest score first. */
  readonly scored: readonly [Scored, ...Scored[]];
  /** The least that its best candidate's p can be. */
  readonly leastP: number;
}

export function seekFindings(questions: readonly Question[], baseline: WinCounts): Findings {
  const examined = questions.flatMap((question) => examine(question, baseline));
  const findings = examined
    .filter(({ leastP }) => leastP <= FALSE_SHARE)
    .flatMap((one) => judge(one).filter(({ p }) => p <= FALSE_SHARE))
    .toSorted((a, b) => a.p - b.p || Math.abs(b.difference.value) - Math.abs(a.difference.value));
  const [nearest] = examined.toSorted((a, b) => a.leastP - b.leastP);
  const [closest] = findings.length > 0 || nearest === undefined ? [] : judge(nearest);
  return {
    findings,
    closest: closest ?? null,
    comparisons: examined.reduce((sum, { scored }) => sum + scored.length, 0),
  };
}

/** None when nothing in it has enough games, or when all games ended alike. */
function examine(question: Question, baseline: WinCounts): Examined[] {
  const share = winShare(baseline);
  const table: ContrastTable = {
    cells: question.cells.map(({ n, wins, expectedWins }) => ({ n, excess: wins - expectedWins })),
    total: baseline.n,
    variance: (share * (1 - share) * baseline.n) / Math.max(1, baseline.n - 1),
  };
  const [best, ...others] = withoutRepetition(question)
    .filter(({ contrast }) => isTellable(table, contrast))
    .map((candidate) => ({ candidate, result: resultOf(table, candidate.contrast, candidate.isCourse) }))
    .toSorted((a, b) => Math.abs(b.result.score) - Math.abs(a.result.score));
  if (best === undefined) return [];
  const leastP = twoSidedTail(best.result.score) / question.share;
  return [{ question, table, scored: [best, ...others], leastP }];
}

/** Two runs that hold the same games are one; the shorter comes first, and stays. */
function withoutRepetition({ cells, candidates }: Question): readonly Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ contrast, isCourse }) => {
    const held = contrast.cells.filter((place) => cells[place]?.n !== 0).toSorted((a, b) => a - b);
    const name = `${isCourse ? contrast.weights.join(' ') : ''}:${held.join(' ')}`;
    return seen.size < seen.add(name).size;
  });
}

/** The candidates that a question may tell, each with its corrected p. */
function judge({ question, table, scored }: Examined): Finding[] {
  const { share, mostTold } = question;
  const contrasts = scored.map(({ candidate }) => candidate.contrast);
  // The same history has the same answer, and other histories other luck.
  const seed = table.total * 7_919 + table.cells.reduce((sum, { n }, place) => sum + n * (place + 1), 0);
  const few = largestByChance(table, contrasts, { draws: FEW_DRAWS, seed });
  const isFar = chanceOf(scored[0].result.score, few) / share > FAR_SHARE;
  const largest = isFar ? few : largestByChance(table, contrasts, { draws: DRAWS, seed });
  const reach = reachOf(FALSE_SHARE * share, largest);
  return scored.slice(0, mostTold).map((one) => {
    const p = Math.min(1, chanceOf(one.result.score, largest) / share);
    return describe(question, one, { p, reach });
  });
}

function describe(
  question: Question,
  { candidate, result }: Scored,
  { p, reach }: { readonly p: number; readonly reach: number },
): Finding {
  const { n, wins, expectedWins } = sumUp(question, candidate);
  const difference = estimateAround(result.value, reach * result.standardError, -1, 1);
  const told = {
    question: question.name,
    keys: [...candidate.keys],
    direction: toDirection(candidate.isCourse, result.value > 0),
    n,
    wins,
    winRate: wilsonInterval(wins, n),
    expected: expectedWins / n,
    difference,
    p,
  };
  return { ...told, words: findingWords(candidate, told) };
}

function toDirection(isCourse: boolean, isMore: boolean): Finding['direction'] {
  if (isCourse) return isMore ? 'rising' : 'falling';
  return isMore ? 'above' : 'below';
}

/** Of the cells that weigh something. */
function sumUp({ cells }: Question, { contrast }: Candidate) {
  const weighed = contrast.cells.flatMap((place, index) => {
    const cell = cells[place];
    return cell === undefined || contrast.weights[index] === 0 ? [] : [cell];
  });
  return {
    n: weighed.reduce((sum, cell) => sum + cell.n, 0),
    wins: weighed.reduce((sum, cell) => sum + cell.wins, 0),
    expectedWins: weighed.reduce((sum, cell) => sum + cell.expectedWins, 0),
  };
}
