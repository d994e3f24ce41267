/**
 * The questions, about ranked games of the newest patch or of all four. The product is asked as a visitor asks it (`ours.ts`), the
 * others in SQL, and all must give the same answer. SQL answers with rows of (k1, k2, place, n): for each thing, how many boards or
 * units ended at each place. k1 = 0 is the baseline, everything that the filter leaves.
 */
import { NEWEST_PATCH } from './boards.ts';

const QUESTIONS = {
  units: 'every unit, from an LP on',
  unitItems: 'items of one unit, from an LP on',
  unitBuilds: 'builds of three items of one unit, from an LP on',
  itemHolders: 'holders of one item, from an LP on',
  traits: 'every trait at every tier, from an LP on',
  unitsGiven: 'every unit beside A at two stars or more with item B, where trait T has its second tier',
  nested: 'every unit on boards with C, with item B or trait T, and without D at three stars',
  patches: 'every unit in the two newest patches, from an LP on',
  compositions: 'boards by main trait and carry, from an LP on',
} as const;

export type QuestionName = keyof typeof QUESTIONS;
export const QUESTION_NAMES = Object.keys(QUESTIONS) as QuestionName[];
export type QuestionSql = Readonly<Record<QuestionName, string>>;

/** Rows of an answer that are compared. */
export const MOST_ROWS = 200;

/** What a round asks about. It changes every round, so that no cache can answer. */
export interface Subject {
  readonly unit: number;
  readonly other: number;
  readonly third: number;
  readonly item: number;
  readonly trait: number;
  readonly lp: number;
  readonly patches: readonly number[];
  /** The two of `patches` questions. */
  readonly patch_a: number;
  readonly patch_b: number;
}

export interface PopularUnit {
  readonly unit: number;
  /** What goes with the unit most often. */
  readonly item: number;
  readonly trait: number;
}

/** Popular things have the most rows. */
export function chooseSubject(
  round: number,
  popular: readonly PopularUnit[],
  patches: readonly number[],
): Subject {
  const { unit, item, trait } = popular[round % 12] ?? { unit: 1, item: 1, trait: 1 };
  return {
    unit,
    other: popular[(round + 5) % 12]?.unit ?? 1,
    third: popular[12 + (round % 12)]?.unit ?? 1,
    item,
    trait,
    lp: 15 + round * 37,
    patches,
    patch_a: NEWEST_PATCH - 1,
    patch_b: NEWEST_PATCH,
  };
}

/** k1, k2, boards, sum of places, sum of their squares, top 4, wins. */
export type AnswerRow = readonly (string | number)[];

export interface Contender {
  ask(question: QuestionName, subject: Subject): Promise<AnswerRow[]>;
  /** Processor time of the engine that answers. */
  cpuSeconds(): number;
}

/** The same arithmetic, order and limit for every contender. */
export function toAnswerSql(inner: string): string {
  return `select k1, k2, sum(n) as boards, sum(n * place) as places, sum(n * place * place) as squares,
  sum(if(place <= 4, n, 0)) as top4, sum(if(place = 1, n, 0)) as wins
from (${inner}) as counted group by k1, k2 having sum(n) > 0 order by boards desc, k1, k2 limit ${MOST_ROWS}`;
}

/** Throws if two contenders answer differently, or if there is nothing to compare. */
export function checkEqual(question: QuestionName, answers: ReadonlyMap<string, readonly AnswerRow[]>): void {
  const [[first, expected] = ['', []], ...others] = answers;
  if (expected.length === 0) throw new Error(`${first} has no rows for ${question}: that measures nothing`);
  for (const [name, rows] of others)
    if (toText(rows) !== toText(expected))
      throw new Error(
        `${question}: ${name} answers\n${toText(rows).slice(0, 400)}\nand ${first}\n${toText(expected).slice(0, 400)}`,
      );
}

function toText(rows: readonly AnswerRow[]): string {
  return rows.map(([k1 = '', ...rest]) => [toCode(k1), ...rest.map(Number)].join(' ')).join('\n');
}

/** Names end with the number of what they name; a build is three names. */
function toCode(key: string | number): string {
  if (typeof key === 'number') return String(key);
  const codes = key.split('|').map((name) => BigInt(/\d*$/.exec(name)?.[0] ?? 0));
  return String(codes.reduce((code, next) => code * 65_536n + next, 0n));
}
