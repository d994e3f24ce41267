/**
 * The same questions about the same generated boards: the product's tables and code over the embedded ClickHouse; the first design's
 * table in the same engine; DuckDB. About the newest patch, as visitors ask, and about all patches; the rows of all are there in both
 * cases. `--rows 50000000` sets how many unit rows, `--layouts all` adds the layouts that were not chosen, `--rounds` how often each
 * question is asked, `--growth` does everything with 3, 12 and 48 million rows as well.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { BenchmarkResult } from '../benchmark.ts';
import { measureGrowth } from '../growth.ts';
import { installPeers } from '../install-peers.ts';
import { EVERY_PATCH, NEWEST_PATCH } from './deal-boards.ts';
import { openDuckDb } from './duckdb.ts';
import { ask, startEngine, type Engine } from './engine.ts';
import { findPopular } from './find-popular.ts';
import { boardArrays, unitArrays } from './layouts/arrays.ts';
import { bitmaps } from './layouts/bitmaps.ts';
import type { Layout, Tables } from './layouts/layout.ts';
import { readOurTables } from './layouts/ours.ts';
import { seed } from './layouts/seed.ts';
import { dealSource, fill, type Source } from './load.ts';
import { measure, quantile, type AnswerRow, type Asked, type Contender } from './measure.ts';
import { createOurs, type Ours } from './ours.ts';
import { chooseSubject, toAnswerSql, type PopularUnit } from './question.ts';
import { printTable, toQuantiles, toResult, toTenths, type Contested, type Figures } from './result.ts';

/** Some take seconds for one answer. */
const PATIENCE_ROUNDS = 3;
const GROWS_FROM = 3_000_000;

interface Choice {
  readonly rows: number;
  readonly growth: boolean;
  readonly rounds: number;
  readonly layouts: readonly Layout[];
}

/** One that has its rows, and what that took. */
interface Ready extends Asked {
  readonly figures: Figures;
}

export async function run(): Promise<BenchmarkResult> {
  const choice = readChoice();
  const result = await compare(choice);
  if (!choice.growth) return result;
  const growth = await measureGrowth(GROWS_FROM, 'rows', async (rows) => {
    const { ours } = await compare({ ...choice, rows });
    return ours;
  });
  return { ...result, growth };
}

async function compare(choice: Choice): Promise<BenchmarkResult> {
  const hasPeers = installPeers(import.meta.dirname);
  const engine = await startEngine();
  const closing: (() => void)[] = [];
  try {
    const [loadAtStart = 0] = loadavg();
    const source = await dealSource(engine.clickhouse, choice.rows);
    const { unitRows: rows, boards } = source;
    console.log(`${rows} unit rows on ${boards} boards; load ${loadNow()}`);
    const popular = await findPopular(engine);
    const ours = createOurs(engine);
    const ready: Ready[] = [
      { contender: ours, rounds: choice.rounds, figures: await fillTables(engine, readOurTables(), source) },
    ];
    for (const layout of choice.layouts)
      ready.push({
        contender: toContender(engine, layout),
        rounds: Math.min(PATIENCE_ROUNDS, choice.rounds),
        figures: await fillTables(engine, layout, source),
      });
    if (hasPeers) ready.push(await fillDuckDb(engine, choice, closing));
    const [loadWhenFilled = 0] = loadavg();
    const all = await askAbout(ready, popular);
    const result = toResult(all);
    const more = { rows, boards, loadAtStart, loadWhenFilled, loadWhenAsked: loadavg()[0] ?? 0 };
    const joined = await timeJoinedCompositions(ours, popular, choice);
    printTable(all);
    return {
      ours: { ...result.ours, ...joined, ...more },
      peers: result.peers,
      floor: await timeFloor(engine, ours, popular),
    };
  } finally {
    for (const close of closing) close();
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
      growth: { type: 'boolean', default: false },
    },
  });
  const others: Layout[] = values.layouts === 'all' ? [unitArrays, boardArrays, bitmaps] : [];
  return {
    rows: Number(values.rows),
    rounds: Number(values.rounds),
    layouts: [seed, ...others],
    growth: values.growth,
  };
}

async function fillTables({ clickhouse }: Engine, tables: Tables, source: Source): Promise<Figures> {
  const { seconds, megabytes, parts } = await fill(clickhouse, tables, source);
  console.log(
    `${tables.name}: filled in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB in ${parts} parts; load ${loadNow()}`,
  );
  return { fillSeconds: toTenths(seconds), megabytes: Math.round(megabytes) };
}

async function fillDuckDb(engine: Engine, { rounds }: Choice, closing: (() => void)[]): Promise<Ready> {
  const contender = await openDuckDb(engine, EVERY_PATCH);
  closing.push(contender.close);
  console.log(`duckdb: filled in ${contender.seconds.toFixed(1)} s; load ${loadNow()}`);
  return { contender, rounds, figures: { fillSeconds: toTenths(contender.seconds) } };
}

async function askAbout(
  ready: readonly Ready[],
  popular: readonly PopularUnit[],
): Promise<ReadonlyMap<string, Contested>> {
  const newest = await measure(ready, popular, [NEWEST_PATCH]);
  const all = await measure(ready, popular, EVERY_PATCH);
  return new Map(
    ready.flatMap(({ contender: { name }, figures }) => {
      const [aboutNewest, aboutAll] = [newest.get(name), all.get(name)];
      if (aboutNewest === undefined || aboutAll === undefined) return [];
      return [[name, { newest: aboutNewest, all: aboutAll, figures }] as const];
    }),
  );
}

/** Names of patches for the layout that has them. */
function toContender(engine: Engine, { name, questions }: Layout): Contender {
  return {
    name,
    cpuMs: () => engine.cpuMs(),
    ask: (question, subject) =>
      ask<AnswerRow>(engine.clickhouse, toAnswerSql(questions[question]), {
        ...subject,
        patch_names: subject.patches.map(String),
      }),
  };
}

/** About the newest patch. The first is not timed, as everywhere. */
async function timeJoinedCompositions(
  ours: Ours,
  popular: readonly PopularUnit[],
  { rounds }: Choice,
): Promise<Figures> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now();
    await ours.askJoinedCompositions(chooseSubject(round, popular, [NEWEST_PATCH]));
    if (round > 0) times.push(performance.now() - startedAt);
  }
  return toQuantiles('joinedCompositions', times);
}

/** What the way there and back costs, with a session of the engine; and what a statement of ours costs that finds nothing to read. */
async function timeFloor(
  { clickhouse }: Engine,
  ours: Ours,
  popular: readonly PopularUnit[],
): Promise<Figures> {
  const nothing = chooseSubject(0, popular, [NEWEST_PATCH + 1]);
  return {
    emptyQuestionMs: await timeOften(() => ask(clickhouse, 'select 1')),
    emptyPatchMs: await timeOften(() => ours.ask('units', nothing)),
  };
}

async function timeOften(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return quantile(times, 0.5);
}

function loadNow(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
