/**
 * Answers questions about boards: static SQL with bound values, counts, statistics, and all that a reader needs to judge them (what
 * was left out, how fresh and how complete it is). Answers are not kept here; whoever keeps them has `dataVersion` for the key.
 */
import type { ClickHouseReader } from '#/runtime/clickhouse/clickhouse.ts';
import type { TftAnswer } from '#/contract/tft-explore.ts';
import type { TftGames, TftOptions } from '#/contract/tft-reference.ts';
import type { NameLookup } from '#/domain/tft/explore/word-lists.ts';
import { breakdownOf, narrowTo, subjectWords, type RowSubject } from '#/domain/tft/explore/breakdowns.ts';
import type { KnownIds } from '#/domain/tft/explore/question-check.ts';
import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import { filterWords } from '#/domain/tft/explore/question-words.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import { sortRows } from '#/domain/tft/explore/sort-rows.ts';
import type { TftNames } from '#/domain/tft/static-names.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { listProvisionalPatches } from '#/tft/patch.ts';
import { answerRows, type AnsweredRows } from './answered-rows.ts';
import { createTftCodes } from './codes.ts';
import { countOf } from './counted-keys.ts';
import { describeRows, describeWhole } from './described-rows.ts';
import { createCompletenessReader } from './filter-completeness.ts';
import { listGames } from './games.ts';
import { createKnownIds } from './known-ids.ts';
import { toOptions } from './options.ts';
import { readOverview, type Overview } from './overview.ts';
import { createRankReader } from './filter-ranks.ts';
import { createProjectionPulse, type ProjectionPulse } from './projection-pulse.ts';
import { singleFlight } from '#/runtime/single-flight.ts';
import { offerWider } from './wider-offer.ts';

export type TftExploration = Omit<TftAnswer, 'cache' | 'tookMs'>;

export interface TftExplorer {
  explore(question: Question, signal: AbortSignal): Promise<TftExploration>;
  games(question: Question, subject: RowSubject, limit: number, signal: AbortSignal): Promise<TftGames>;
  options(): Promise<TftOptions>;
  known(): Promise<KnownIds>;
  dataVersion(): Promise<string>;
}

export interface TftExplorerDependencies {
  /** The account that may only read. */
  readonly clickhouse: ClickHouseReader;
  readonly database: Queryable;
  readonly names: () => Promise<TftNames>;
  readonly now: () => number;
  /** How old `dataVersion` may be. */
  readonly versionMs: number;
  readonly isPractice: boolean;
  /** A rank is the one as of the match if it was seen at most so many hours before the start. */
  readonly strictRankHours: number;
}

/** How late a new patch may be shown. Regular requests refresh the overview earlier, in the background. */
const OVERVIEW_AGE = { maxAgeMs: 15_000, refreshAfterMs: 5_000 };

export function createTftExplorer(dependencies: TftExplorerDependencies): TftExplorer {
  const { clickhouse, database, now, isPractice, strictRankHours: strictHours } = dependencies;
  const codes = createTftCodes(database, now);
  const pulse = createProjectionPulse(dependencies);
  const knownIds = createKnownIds();
  const completenessOf = createCompletenessReader(database, now);
  const ranksOf = createRankReader(clickhouse, { codes: codes.current, strictHours, now });
  const overviewNow = singleFlight(() => readOverview(clickhouse, database), { ...OVERVIEW_AGE, now });
  const lookUp = async (): Promise<NameLookup> => toLookup(await dependencies.names());

  return {
    async explore(question, signal) {
      const [book, names, overview] = await Promise.all([codes.current(), lookUp(), overviewNow()]);
      const counting = { clickhouse, codes: book, strictHours, signal };
      const [counted, freshness, completeness, ranks] = await Promise.all([
        answerRows(question, { ...counting, newestCodes: codes.newest }),
        readFreshness(question, overview, pulse),
        completenessOf(question.filter, overview),
        pulse.dataVersion().then((version) => ranksOf(question.filter, version)),
      ]);
      const patches = patchNames(overview);
      const wider = await offerWider(question, countOf(counted.baseline), { ...counting, patches, names });
      return {
        ...toAnswer(question, counted, names),
        freshness,
        ranks,
        completeness,
        wider,
        isPractice,
      };
    },
    async games(question, subject, limit, signal) {
      const [book, names] = await Promise.all([codes.current(), lookUp()]);
      const filter = narrowTo(question, subject);
      const found = await listGames({ clickhouse, codes: book, strictHours, signal }, { filter, limit });
      return { words: filterWords(filter, names), ...found };
    },
    async options() {
      // Read now: the answer is cached under a version that changes with them, and the overview may be older.
      const [overview, provisional] = await Promise.all([overviewNow(), listProvisionalPatches(database)]);
      return toOptions(overview, provisional, isPractice);
    },
    async known() {
      const [book, names, overview] = await Promise.all([
        codes.current(),
        dependencies.names(),
        overviewNow(),
      ]);
      return knownIds(overview, book, names);
    },
    dataVersion: pulse.dataVersion,
  };
}

/** What follows from the counts alone. */
function toAnswer(question: Question, counted: AnsweredRows, names: NameLookup) {
  const { filter, by, sort, order, page, pageSize } = question;
  const isCompared = filter.comparedPatch !== undefined;
  const rows = describeRows(counted.rows, counted.baseline, {
    isCompared,
    label: (subject) => subjectWords(subject, names),
  });
  return {
    question,
    text: printQuestion(question),
    words: filterWords(filter, names),
    counted: breakdownOf(by).of === undefined ? ('boards' as const) : ('units' as const),
    baseline: describeWhole(counted.baseline.counts),
    comparedBaseline: isCompared ? describeWhole(counted.baseline.compared) : null,
    rows: sortRows(rows, sort, order).slice(page * pageSize, (page + 1) * pageSize),
    rowCount: rows.length,
    hiddenRowCount: counted.hiddenCount,
    isCut: counted.isCut,
  };
}

async function readFreshness(
  { filter }: Question,
  overview: Overview,
  pulse: ProjectionPulse,
): Promise<TftExploration['freshness']> {
  const [lag, dataVersion, damage] = await Promise.all([pulse.lag(), pulse.dataVersion(), pulse.damage()]);
  const asked = overview.patches.filter(({ patch }) => isAmong(filter.patches, patch));
  const newest = Math.max(...asked.map(({ newestGameAt }) => newestGameAt));
  return {
    newestGameAt: Number.isFinite(newest) ? new Date(newest).toISOString() : null,
    lagSeconds: lag.seconds,
    gamesBehind: lag.rows,
    dataVersion,
    incomplete: damage && { matches: damage.matches ?? null },
  };
}

function patchNames({ patches }: Overview): string[] {
  return patches.map(({ patch }) => patch);
}

function isAmong(patches: readonly string[], patch: string): boolean {
  return patches.length === 0 || patches.includes(patch);
}

function toLookup(names: TftNames): NameLookup {
  return {
    unit: (id) => names.unit(id).name,
    item: (id) => names.item(id).name,
    trait: (id) => names.trait(id).name,
  };
}
