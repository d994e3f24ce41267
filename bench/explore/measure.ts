/**
 * Asks every contender the same question about the same things, one after the other, so that other work on the machine disturbs all
 * alike; and holds their answers against each other. The first round brings files into memory and is not timed. Each round asks
 * about other things, so that no answer can be remembered.
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

/** Some take seconds for one answer, and are asked in fewer rounds. */
export interface Asked {
  readonly contender: Contender;
  readonly rounds: number;
}

export async function measure(
  asked: readonly Asked[],
  popular: readonly PopularUnit[],
  patches: readonly number[],
): Promise<ReadonlyMap<string, Measured>> {
  const samples = new Map(asked.map(({ contender }) => [contender.name, createSamples()]));
  const last = Math.max(...asked.map(({ rounds }) => rounds));
  for (let round = 0; round <= last; round++) {
    const subject = chooseSubject(round, popular, patches);
    const here = asked.filter(({ rounds }) => round <= rounds);
    for (const question of QUESTION_NAMES) {
      let right: string | undefined;
      for (const { contender } of here) {
        const before = contender.cpuMs();
        const startedAt = performance.now();
        const rows = await contender.ask(question, subject);
        const sample = { tookMs: performance.now() - startedAt, cpuMs: contender.cpuMs() - before };
        if (round > 0) samples.get(contender.name)?.[question].push(sample);
        right = compare(`${contender.name}, asked for ${question} ${JSON.stringify(subject)},`, rows, right);
      }
    }
  }
  return new Map([...samples].map(([name, ofAll]) => [name, toMeasured(ofAll)]));
}

interface Sample {
  readonly tookMs: number;
  readonly cpuMs: number;
}

type Samples = Readonly<Record<QuestionName, Sample[]>>;

function createSamples(): Samples {
  return Object.fromEntries(QUESTION_NAMES.map((name): [string, Sample[]] => [name, []])) as Samples;
}

function toMeasured(samples: Samples): Measured {
  const timesOf = (name: QuestionName) => samples[name].map(({ tookMs }) => tookMs);
  const headline = QUESTION_NAMES.filter(isHeadline).flatMap(timesOf);
  return {
    p50Ms: quantile(headline, 0.5),
    p95Ms: quantile(headline, 0.95),
    slowestMs: quantile(headline, 1),
    byQuestion: Object.fromEntries(
      QUESTION_NAMES.map((name) => {
        const work = samples[name].reduce((sum, { cpuMs }) => sum + cpuMs, 0);
        const times = timesOf(name);
        return [
          name,
          {
            p50Ms: quantile(times, 0.5),
            p95Ms: quantile(times, 0.95),
            cpuMs: Math.round(work / times.length),
          },
        ];
      }),
    ) as Measured['byQuestion'],
  };
}

/** The first answer is held against all others. */
function compare(who: string, rows: readonly AnswerRow[], expected: string | undefined): string {
  const answer = rows.map(([k1 = '', ...rest]) => [toCode(k1), ...rest.map(Number)].join(' ')).join('\n');
  if (rows.length === 0) throw new Error(`${who} found nothing: that measures nothing`);
  if (expected !== undefined && expected !== answer) {
    throw new Error(`${who} says\n${answer.slice(0, 400)}\ninstead of\n${expected.slice(0, 400)}`);
  }
  return answer;
}

/** Names end with the number of what they name; a build is three names. */
function toCode(key: string | number): string {
  if (typeof key === 'number') return String(key);
  const codes = key.split('|').map((name) => BigInt(/\d*$/.exec(name)?.[0] ?? 0));
  return String(codes.reduce((code, next) => code * 65_536n + next, 0n));
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return Math.round(value * 10) / 10;
}
