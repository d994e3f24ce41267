/**
 * The questions, in words. All are about ranked games, and about the newest patch or about all four. The product is asked as a visitor
 * asks it (`our-questions.ts`), everybody else in SQL, and all must give the same answer. SQL answers with rows of (k1, k2, place, n):
 * for each thing asked about, how many boards (or units) ended at each place. From that follow n, average, its interval,
 * top-4 and win rate. k1 = 0 is the baseline: everything that the filter leaves.
 */
import { NEWEST_PATCH } from './deal-boards.ts';

const QUESTIONS = {
  total: 'how did boards end, from an LP on (baseline and histogram)',
  units: 'every unit, from an LP on',
  unitItems: 'items of one unit, from an LP on',
  unitBuilds: 'builds of three items of one unit, from an LP on',
  itemHolders: 'who holds one item, from an LP on',
  traits: 'every trait at every tier, from an LP on',
  unitsGiven:
    'every unit beside A at two stars or more with item B, where trait T has reached its second tier',
  nested: 'every unit on boards with all of: C; item B anywhere or trait T; not D at three stars',
  itemsGivenCount: 'every item on boards with four five-costs or more',
  trend: 'boards with one unit by day, from an LP on',
  patches: 'every unit in the two newest patches side by side, from an LP on',
  compositions: 'boards grouped by main trait and carry, from an LP on',
} as const;

/** Cheaper relatives: measured too, but not in the headline. */
const MORE_QUESTIONS = {
  stars: 'stars of one unit, where trait T is active',
  levels: 'by level, from an LP on',
  platforms: 'boards with one unit by platform',
} as const;

export type QuestionName = keyof typeof QUESTIONS | keyof typeof MORE_QUESTIONS;

export const QUESTION_NAMES = Object.keys({ ...QUESTIONS, ...MORE_QUESTIONS }) as QuestionName[];

export type QuestionSql = Readonly<Record<QuestionName, string>>;

export function isHeadline(name: QuestionName): boolean {
  return name in QUESTIONS;
}

/** Rows of an answer. */
export const MOST_ROWS = 200;

/** What is asked about this time; changes from time to time, so that nothing can be remembered. */
export interface Subject {
  readonly unit: number;
  readonly other: number;
  readonly third: number;
  readonly item: number;
  readonly trait: number;
  readonly lp: number;
  /** All questions but one are about these. */
  readonly patches: readonly number[];
  readonly patch_a: number;
  readonly patch_b: number;
}

/** Popular things: they have the most rows. The item and the trait are those that go with the unit most often. */
export function chooseSubject(
  at: number,
  popular: readonly PopularUnit[],
  patches: readonly number[],
): Subject {
  const { unit, item, trait } = popular[at % 12] ?? { unit: 1, item: 1, trait: 1 };
  return {
    unit,
    other: popular[(at + 5) % 12]?.unit ?? 1,
    third: popular[12 + (at % 12)]?.unit ?? 1,
    item,
    trait,
    lp: 15 + at * 37,
    patches,
    patch_a: NEWEST_PATCH - 1,
    patch_b: NEWEST_PATCH,
  };
}

export interface PopularUnit {
  readonly unit: number;
  readonly item: number;
  readonly trait: number;
}

/** What the product shows of it: the same arithmetic for everybody, sorted and cut. */
export function toAnswerSql(inner: string): string {
  return `select k1, k2, sum(n) as boards, sum(n * place) as places, sum(n * place * place) as squares,
  sum(if(place <= 4, n, 0)) as top4, sum(if(place = 1, n, 0)) as wins
from (${inner}) as counted group by k1, k2 having sum(n) > 0 order by boards desc, k1, k2 limit ${MOST_ROWS}`;
}
