/**
 * Asks every contender the same questions about the same things, one after the other, and holds the answers against ours. The first
 * round brings files into memory and is not timed. Each round asks about other things, so that no answer can be remembered.
 */
import {
  QUESTION_NAMES,
  chooseSubject,
  isHeadline,
  type PopularUnit,
  type QuestionName,
  type Subject,
} from './question.ts';

/** k1, k2, n, sum of places, of their squares, top 4, wins. */
export type AnswerRow = readonly (string | number)[];

export interface Contender {
  readonly name: string;
  ask(question: QuestionName, subject: Subject): Promise<AnswerRow[]>;
  /** Processor time that it has used so far. */
  cpuMs(): number;
}

export interface Measured {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly slowestMs: number;
  readonly byQuestion: Readonly<
    Record<QuestionName, { readonly p50Ms: number; readonly p95Ms: number; readonly cpuMs: number }>
  >;
}

export type Answers = Map<string, string>;

/** `right` is filled by the first contender and checked with all others. */
export async function measure(
  contender: Contender,
  popular: readonly PopularUnit[],
  rounds: number,
  right: Answers,
): Promise<Measured> {
  const times = new Map<QuestionName, number[]>(QUESTION_NAMES.map((name) => [name, []]));
  const work = new Map<QuestionName, number>();
  for (let round = 0; round <= rounds; round++) {
    const subject = chooseSubject(round, popular);
    for (const question of QUESTION_NAMES) {
      const before = contender.cpuMs();
      const startedAt = performance.now();
      const rows = await contender.ask(question, subject);
      const took = performance.now() - startedAt;
      if (round > 0) times.get(question)?.push(took);
      if (round > 0) work.set(question, (work.get(question) ?? 0) + contender.cpuMs() - before);
      compare(contender.name, question, subject, rows, right);
    }
  }
  const headline = QUESTION_NAMES.filter(isHeadline).flatMap((name) => times.get(name) ?? []);
  return {
    p50Ms: quantile(headline, 0.5),
    p95Ms: quantile(headline, 0.95),
    slowestMs: quantile(headline, 1),
    byQuestion: Object.fromEntries(
      QUESTION_NAMES.map((name) => {
        const all = times.get(name) ?? [];
        return [
          name,
          {
            p50Ms: quantile(all, 0.5),
            p95Ms: quantile(all, 0.95),
            cpuMs: Math.round((work.get(name) ?? 0) / rounds),
          },
        ];
      }),
    ) as Measured['byQuestion'],
  };
}

function compare(
  who: string,
  question: QuestionName,
  subject: Subject,
  rows: readonly AnswerRow[],
  right: Answers,
): void {
  const key = `${question} ${JSON.stringify(subject)}`;
  const answer = rows.map(([k1 = '', ...rest]) => [toCode(k1), ...rest.map(Number)].join(' ')).join('\n');
  const expected = right.get(key);
  if (expected === undefined) {
    if (rows.length === 0) throw new Error(`${who} found nothing for ${key}: it measures nothing`);
    right.set(key, answer);
  } else if (expected !== answer) {
    throw new Error(
      `${who} answers ${key} with\n${answer.slice(0, 400)}\ninstead of\n${expected.slice(0, 400)}`,
    );
  }
}

/** Names end with the number of what they name; a build is three names. */
function toCode(key: string | number): string {
  if (typeof key === 'number') return String(key);
  const codes = key.split('|').map((name) => BigInt(/\d*$/.exec(name)?.[0] ?? 0));
  return String(codes.reduce((code, next) => code * 65_536n + next, 0n));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return Math.round(value * 10) / 10;
}
