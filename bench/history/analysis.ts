/**
 * The whole analysis of a player's thousand games, uncached: another player every round, from the request of the rows to the finished
 * answer, through the product's own code and stores.
 */
import { createLolAnalytics } from '../../src/analytics/lol/lol-analytics.ts';
import { readMateNames } from '../../src/analytics/lol/read-mate-names.ts';
import { readRanks } from '../../src/analytics/lol/read-ranks.ts';
import { analyseHistory } from '../../src/domain/lol/history/analyse-history.ts';
import { DEFAULT_OPTIONS } from '../../src/domain/lol/history/history-options.ts';
import { mostFrequentMates } from '../../src/domain/lol/history/mates.ts';
import type { Figures } from '../benchmark.ts';
import { openBothStores } from '../both-stores.ts';
import { quantile } from '../explore/measure.ts';
import { fillParticipants, GAMES_EACH, puuidOf } from './fill-participants.ts';

/** Enough for the engine's files and for the compiler. */
const WARM_UP = 5;
const OPTIONS = { ...DEFAULT_OPTIONS, zone: 'Europe/Berlin', dayStartMinutes: 300 };

export interface AnalysisChoice {
  readonly rows: number;
  readonly rounds: number;
}

export async function measureAnalysis({
  rows,
  rounds,
}: AnalysisChoice): Promise<{ ours: Figures; floor: Figures }> {
  const stores = await openBothStores();
  try {
    const players = Math.max(rounds + WARM_UP, Math.round(rows / GAMES_EACH));
    const begun = performance.now();
    await fillParticipants(stores.clickhouse, players);
    const fillSeconds = (performance.now() - begun) / 1_000;
    const [size] = await ask<[number, number]>(
      stores.clickhouse.reader,
      `select sum(rows), count() from system.parts where active and table = 'lol_participant'`,
    );
    console.log(`${size?.[0]} rows in ${size?.[1]} parts, dealt in ${fillSeconds.toFixed(0)} s`);
    const times = await timeAnalyses(stores, { players, rounds });
    return {
      ours: {
        ...toQuantiles('analysis', times.whole),
        ...toQuantiles('readGames', times.games),
        ...toQuantiles('readNames', times.names),
        ...toQuantiles('arithmetic', times.arithmetic),
        games: GAMES_EACH,
        rows: Number(size?.[0]),
        parts: Number(size?.[1]),
      },
      floor: { emptyQuestionMs: await timeEmptyQuestion(stores.clickhouse.reader) },
    };
  } finally {
    await stores.stop();
  }
}

type Stores = Awaited<ReturnType<typeof openBothStores>>;

async function timeAnalyses(
  { clickhouse, database }: Stores,
  { players, rounds }: { readonly players: number; readonly rounds: number },
) {
  const analytics = createLolAnalytics({ clickhouse: clickhouse.reader, database });
  const times = {
    whole: [] as number[],
    games: [] as number[],
    names: [] as number[],
    arithmetic: [] as number[],
  };
  for (let round = -WARM_UP; round < rounds; round++) {
    // From all over the table, never the same twice.
    const puuid = puuidOf(Math.floor(((round + WARM_UP + 0.5) * players) / (rounds + WARM_UP)));
    const [whole, { analysis }] = await time(() => analytics.analyse(puuid, OPTIONS));
    if (analysis.counts.stored !== GAMES_EACH)
      throw new Error(`${puuid} has ${analysis.counts.stored} games; ${GAMES_EACH} were dealt`);
    const [ofGames, games] = await time(() => analytics.readGames(puuid));
    const mates = mostFrequentMates(games).slice(0, 40);
    const [ofNames] = await time(() =>
      readMateNames(
        clickhouse.reader,
        mates.map(({ mate }) => mate),
      ),
    );
    const ranks = await readRanks(database, puuid);
    const [ofArithmetic] = await time(async () => analyseHistory(games, OPTIONS, { ranks }));
    if (round < 0) continue;
    times.whole.push(whole);
    times.games.push(ofGames);
    times.names.push(ofNames);
    times.arithmetic.push(ofArithmetic);
  }
  return times;
}

async function timeEmptyQuestion(reader: Stores['clickhouse']['reader']): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) times.push((await time(() => ask(reader, 'select 1')))[0]);
  return round1(quantile(times, 0.5));
}

async function ask<Row>(reader: Stores['clickhouse']['reader'], query: string): Promise<Row[]> {
  const result = await reader.query({ query, format: 'JSONCompactEachRow' });
  return result.json<Row>();
}

async function time<Value>(work: () => Promise<Value>): Promise<[ms: number, value: Value]> {
  const begun = performance.now();
  const value = await work();
  return [performance.now() - begun, value];
}

function toQuantiles(name: string, times: readonly number[]): Figures {
  return { [`${name}P50Ms`]: round1(quantile(times, 0.5)), [`${name}P95Ms`]: round1(quantile(times, 0.95)) };
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
