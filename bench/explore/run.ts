/**
 * The same questions about the same generated boards: our tables in the embedded ClickHouse, through the product's own reader; the
 * first design's table in the same engine; DuckDB. `--rows 50000000` sets how many unit rows, `--layouts all` adds the layouts that
 * were not chosen, `--rounds` how often each question is asked.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { BenchmarkResult } from '../benchmark.ts';
import { openDuckDb } from './duckdb.ts';
import { ask, startEngine, type Engine } from './engine.ts';
import { findPopular } from './find-popular.ts';
import { installPeers } from '../install-peers.ts';
import { boardArrays, unitArrays } from './layouts/arrays.ts';
import { bitmaps } from './layouts/bitmaps.ts';
import type { Layout } from './layouts/layout.ts';
import { ours } from './layouts/ours.ts';
import { seed } from './layouts/seed.ts';
import { dealSource, fill, type Source } from './load.ts';
import { measure, type Answers, type AnswerRow, type Contender, type Measured } from './measure.ts';
import { QUESTION_NAMES, isHeadline, toAnswerSql, type PopularUnit, type QuestionSql } from './question.ts';

type Figures = Record<string, number>;

/** Some take seconds for one answer. */
const PATIENCE_ROUNDS = 3;

interface Choice {
  readonly rows: number;
  readonly rounds: number;
  readonly layouts: readonly Layout[];
}

interface Ground {
  readonly engine: Engine;
  readonly source: Source;
  readonly popular: readonly PopularUnit[];
  readonly choice: Choice;
  readonly right: Answers;
}

export async function run(): Promise<BenchmarkResult> {
  const choice = readChoice();
  const hasPeers = installPeers(import.meta.dirname);
  const engine = await startEngine();
  try {
    const [loadAtStart = 0] = loadavg();
    const source = await dealSource(engine.clickhouse, choice.rows);
    console.log(`${source.unitRows} unit rows on ${source.boards} boards; load ${loadavg()[0]?.toFixed(1)}`);
    const popular = await findPopular(engine);
    const ground: Ground = { engine, source, popular, choice, right: new Map() };
    const measured = new Map<string, { figures: Figures; measured: Measured }>();
    for (const layout of choice.layouts) measured.set(layout.name, await measureLayout(ground, layout));
    const newest = await measureNewestPatch(ground);
    const [loadWhileAsked = 0] = loadavg();
    if (hasPeers) measured.set('duckdb', await measureDuckDb(ground));
    printTable({ ...Object.fromEntries(measured), newestPatch: { measured: newest } });
    const { ours: mine, peers } = toResult(measured, source);
    return {
      ours: {
        ...mine,
        newestPatchP50Ms: newest.p50Ms,
        newestPatchP95Ms: newest.p95Ms,
        loadAtStart,
        loadWhileAsked,
      },
      peers,
      floor: { emptyQuestionMs: await timeEmptyQuestion(engine) },
    };
  } finally {
    await engine.stop();
  }
}

function readChoice(): Choice {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      rows: { type: 'string', default: '12000000' },
      rounds: { type: 'string', default: '9' },
      layouts: { type: 'string', default: 'ours' },
    },
  });
  const others: Layout[] = values.layouts === 'all' ? [unitArrays, boardArrays, bitmaps] : [];
  return { rows: Number(values.rows), rounds: Number(values.rounds), layouts: [ours, seed, ...others] };
}

async function measureLayout(ground: Ground, layout: Layout) {
  const { engine, source, popular, choice, right } = ground;
  const filled = await fill(engine.clickhouse, layout, source);
  console.log(
    `${layout.name}: filled in ${filled.seconds.toFixed(1)} s, ${filled.megabytes.toFixed(0)} MB in ${filled.parts} parts; load ${loadavg()[0]?.toFixed(1)}`,
  );
  const contender = toContender(engine, layout.name, layout.questions);
  const rounds = layout === ours ? choice.rounds : Math.min(choice.rounds, PATIENCE_ROUNDS);
  const measured = await measure(contender, popular, rounds, right);
  const { p50Ms, p95Ms, slowestMs } = measured;
  const figures = {
    p50Ms,
    p95Ms,
    slowestMs,
    fillSeconds: toTenths(filled.seconds),
    megabytes: Math.round(filled.megabytes),
  };
  return { figures, measured };
}

/** The same questions, all about one patch: what a visitor asks who has set nothing. */
function measureNewestPatch({ engine, popular, choice }: Ground): Promise<Measured> {
  const questions = Object.fromEntries(
    QUESTION_NAMES.map((name) => [
      name,
      ours.questions[name].replaceAll(/from tft_\w+\s+where /g, '$&patch = {patch_b:UInt16} and '),
    ]),
  ) as QuestionSql;
  return measure(toContender(engine, 'newest patch', questions), popular, choice.rounds, new Map());
}

function toContender(engine: Engine, name: string, questions: QuestionSql): Contender {
  return {
    name,
    cpuMs: () => engine.cpuMs(),
    ask: (question, subject) =>
      ask<AnswerRow>(engine.clickhouse, toAnswerSql(questions[question]), { ...subject }),
  };
}

async function measureDuckDb({ engine, source, popular, choice, right }: Ground) {
  const duckdb = await openDuckDb(engine, [...new Set(source.pieces.map(({ patch }) => patch))]);
  try {
    console.log(`duckdb: filled in ${duckdb.seconds.toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`);
    const measured = await measure(duckdb, popular, choice.rounds, right);
    const { p50Ms, p95Ms, slowestMs } = measured;
    return {
      figures: { p50Ms, p95Ms, slowestMs, fillSeconds: toTenths(duckdb.seconds) },
      measured,
    };
  } finally {
    duckdb.close();
  }
}

function printTable(all: Readonly<Record<string, { readonly measured: Measured }>>): void {
  const rows = QUESTION_NAMES.map((name) => [
    isHeadline(name) ? name : `(${name})`,
    Object.fromEntries(
      Object.entries(all).map(([who, { measured }]) => {
        const { p50Ms, p95Ms, cpuMs } = measured.byQuestion[name];
        return [who, `${p50Ms} / ${p95Ms} / ${cpuMs}`];
      }),
    ),
  ]);
  console.log('\nmilliseconds: p50 / p95 / processor time');
  console.table(Object.fromEntries(rows));
}

function toResult(
  all: ReadonlyMap<string, { readonly figures: Figures; readonly measured: Measured }>,
  { unitRows, boards }: Source,
): Omit<BenchmarkResult, 'floor'> {
  const { ours: mine, ...others } = Object.fromEntries(all);
  if (mine === undefined) throw new Error('our own layout was not measured');
  const perQuestion = Object.fromEntries(
    QUESTION_NAMES.flatMap((name) => {
      const { p95Ms, cpuMs } = mine.measured.byQuestion[name];
      return [
        [`${name}P95Ms`, p95Ms],
        [`${name}CpuMs`, cpuMs],
      ];
    }),
  );
  return {
    ours: {
      ...mine.figures,
      rows: unitRows,
      boards,
      ...toTimes('SeedSchema', mine.measured, others['seedSchema']?.measured),
      ...toTimes('Duckdb', mine.measured, others['duckdb']?.measured),
      ...perQuestion,
    },
    peers: Object.fromEntries(Object.entries(others).map(([name, { figures }]) => [name, figures])),
  };
}

/** How many times as long another takes: over all questions (geometric mean of their p50), and for the question where it does best. */
function toTimes(name: string, mine: Measured, other: Measured | undefined): Figures {
  if (other === undefined) return {};
  const ratios = QUESTION_NAMES.filter(isHeadline).map(
    (question) => other.byQuestion[question].p50Ms / mine.byQuestion[question].p50Ms,
  );
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  return { [`times${name}`]: toTenths(mean), [`leastTimes${name}`]: toTenths(Math.min(...ratios)) };
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** What a question costs that reads nothing: the way there and back, and a session of the engine. */
async function timeEmptyQuestion({ clickhouse }: Engine): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const startedAt = performance.now();
    await ask(clickhouse, 'select 1');
    times.push(performance.now() - startedAt);
  }
  return toTenths(times.toSorted((a, b) => a - b)[10] ?? 0);
}
