/**
 * The same questions about the same generated boards: the product's tables and code over the embedded ClickHouse, the schema that the
 * project began with in the same engine, and DuckDB. About the newest patch, as visitors ask, and about all four; all rows are in the
 * tables both times. `--rows 12000000` unit rows, `--rounds 9` of every question to every contender.
 */
import type { ClickHouse } from '../../src/runtime/clickhouse/clickhouse.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { cpuSeconds } from '../harness/process-tree.ts';
import { inRounds, rotate, timeMs } from '../harness/rounds.ts';
import { median, quantile, round, spread, summarise } from '../harness/statistics.ts';
import { makeFolder, openClickHouse } from '../harness/stores.ts';
import { installPeers } from '../install-peers.ts';
import { NEWEST_PATCH, PATCHES } from './boards.ts';
import { openDuckDb } from './duckdb.ts';
import { createOurs } from './ours.ts';
import {
  checkEqual,
  chooseSubject,
  QUESTION_NAMES,
  toAnswerSql,
  type AnswerRow,
  type Contender,
  type PopularUnit,
  type QuestionName,
} from './questions.ts';
import { SEED, SEED_QUESTIONS } from './seed.ts';
import { ask, dealSource, fillTables, OURS } from './tables.ts';

/** For each contender, also on machines with more cores. The product leaves the number of threads to the engine. */
const THREADS = 2;

type Contenders = ReadonlyMap<string, Contender>;

export async function run(): Promise<BenchmarkResult> {
  const { rows: wantedRows, rounds } = readOptions({ rows: 12_000_000, rounds: 9 });
  const hasPeers = installPeers(import.meta.dirname);
  const folder = makeFolder();
  const engine = await openClickHouse(folder.path, { threads: THREADS });
  const { clickhouse } = engine;
  const source = await dealSource(clickhouse, wantedRows);
  const filled = {
    ours: await fillTables(clickhouse, OURS, source),
    seedSchema: await fillTables(clickhouse, SEED, source),
  };
  const duckdb = hasPeers ? await openDuckDb(engine, folder.path, THREADS) : undefined;
  try {
    const ours = createOurs(clickhouse.reader, () => cpuSeconds(engine.pid()));
    const contenders = new Map<string, Contender>([
      ['ours', ours],
      ['seedSchema', createSeedContender(clickhouse, () => cpuSeconds(engine.pid()))],
      ...(duckdb === undefined ? [] : [['duckdb', duckdb] as const]),
    ]);
    const popular = await findPopular(clickhouse);
    const newest = await measure(contenders, popular, [NEWEST_PATCH], rounds);
    const all = await measure(contenders, popular, PATCHES, rounds);
    const figuresOf = (name: string): Figures => ({
      ...toFigures(newest.get(name)),
      ...prefixed('allPatches', toFigures(all.get(name))),
    });
    const { rows, boards } = source;
    return {
      ours: { ...figuresOf('ours'), ...timesOf(newest), ...filled.ours, rows, boards, rounds },
      peers: {
        seedSchema: { ...figuresOf('seedSchema'), ...filled.seedSchema },
        ...(duckdb && { duckdb: { ...figuresOf('duckdb'), fillSeconds: duckdb.fillSeconds } }),
      },
      floor: await measureFloor(clickhouse, ours, popular),
    };
  } finally {
    duckdb?.close();
    await engine.stop();
    folder.remove();
  }
}

function createSeedContender(clickhouse: ClickHouse, cpuSeconds: () => number): Contender {
  return {
    cpuSeconds,
    ask: (question, subject) =>
      ask<AnswerRow>(clickhouse, toAnswerSql(SEED_QUESTIONS[question]), {
        ...subject,
        patch_names: subject.patches.map(String),
      }),
  };
}

/** Popular units of the newest patch, with the item and the trait that occur with each most often; in an eighth of the games. */
async function findPopular(clickhouse: ClickHouse): Promise<PopularUnit[]> {
  const rows = await ask<[number, number, number]>(
    clickhouse,
    `select unit, argMaxIf(thing, n, kind = 'item'), argMaxIf(thing, n, kind = 'trait') from (
      select units[k] as unit, counted.1 as kind, counted.2 as thing, count() as n
      from source array join arrayEnumerate(units) as k
      array join arrayConcat([('unit', toUInt16(0)), ('item', items[k * 3 - 2])],
        arrayMap(tier -> ('trait', toUInt16(intDiv(tier, 4))), arrayFilter(tier -> tier % 4 = 2, tiers))) as counted
      where patch = ${NEWEST_PATCH} and game % 8 = 0 and items[k * 3 - 2] > 0 group by unit, kind, thing)
    group by unit order by sumIf(n, kind = 'unit') desc, unit limit 24`,
  );
  return rows.map(([unit, item, trait]) => ({ unit, item, trait }));
}

interface Sample {
  readonly question: QuestionName;
  readonly round: number;
  readonly ms: number;
  readonly cpuMs: number;
}

/** The first round brings files into memory and is not counted. */
async function measure(
  contenders: Contenders,
  popular: readonly PopularUnit[],
  patches: readonly number[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map([...contenders.keys()].map((name): [string, Sample[]] => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    const subject = chooseSubject(round, popular, patches);
    for (const question of QUESTION_NAMES) {
      const answers = new Map<string, readonly AnswerRow[]>();
      for (const [name, contender] of rotate([...contenders], round)) {
        const before = contender.cpuSeconds();
        const ms = await timeMs(async () => answers.set(name, await contender.ask(question, subject)));
        const cpuMs = (contender.cpuSeconds() - before) * 1000;
        if (round > 0) samples.get(name)?.push({ question, round, ms, cpuMs });
      }
      checkEqual(question, answers);
    }
  }
  return samples;
}

/** `p50Ms` and `p95Ms` are of all questions in all rounds; the spread of the p50 is between rounds. */
function toFigures(samples: readonly Sample[] = []): Figures {
  const ms = samples.map((sample) => sample.ms);
  const byRound = [...Map.groupBy(samples, (sample) => sample.round).values()];
  const p50s = byRound.map((ofRound) => median(ofRound.map((sample) => sample.ms)));
  const perQuestion = QUESTION_NAMES.map((question) => {
    const own = samples.filter((sample) => sample.question === question);
    const times = own.map((sample) => sample.ms);
    const cpuMs = own.reduce((sum, sample) => sum + sample.cpuMs, 0) / own.length;
    return { ...summarise(`${question}Ms`, times), [`${question}CpuMs`]: round(cpuMs) };
  });
  const p50Ms = round(median(ms));
  const whole = {
    p50Ms,
    p50MsMad: round(spread(p50s)),
    p95Ms: round(quantile(ms, 0.95)),
    slowestMs: round(quantile(ms, 1)),
  };
  return Object.assign({}, whole, ...perQuestion) as Figures;
}

/** How many times as long another takes: the geometric mean over all questions, and for the question where it does best. */
function timesOf(newest: ReadonlyMap<string, readonly Sample[]>): Figures {
  const middleOf = (name: string, question: QuestionName): number =>
    median((newest.get(name) ?? []).filter((sample) => sample.question === question).map(({ ms }) => ms));
  const times = ['seedSchema', 'duckdb']
    .filter((name) => newest.has(name))
    .map((name) => {
      const ratios = QUESTION_NAMES.map((question) => middleOf(name, question) / middleOf('ours', question));
      const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
      const ending = `${name[0]?.toUpperCase()}${name.slice(1)}`;
      return { [`times${ending}`]: round(mean), [`leastTimes${ending}`]: round(Math.min(...ratios)) };
    });
  return Object.assign({}, ...times) as Figures;
}

/** A statement that reads nothing, over the same way; and a question of ours about a patch without rows. */
async function measureFloor(
  clickhouse: ClickHouse,
  ours: Contender,
  popular: readonly PopularUnit[],
): Promise<Figures> {
  const nothing = chooseSubject(0, popular, [NEWEST_PATCH + 1]);
  const times = await inRounds(
    {
      emptyQuestionMs: () => timeMs(() => ask(clickhouse, 'select 1')),
      emptyPatchMs: () => timeMs(() => ours.ask('units', nothing)),
    },
    20,
  );
  return Object.assign({}, ...Object.entries(times).map(([name, ms]) => summarise(name, ms))) as Figures;
}

function prefixed(prefix: string, figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`,
      value,
    ]),
  );
}
