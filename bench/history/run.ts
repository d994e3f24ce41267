/**
 * What a player's history costs: the uncached analysis of a thousand games of another player in each round, over the product's stores and
 * code, while millions of rows of others lie in the same table. `--rows 10000000`, `--rounds 30` players.
 */
import { createLolAnalytics } from '../../src/analytics/lol/lol-analytics.ts';
import { readMateNames } from '../../src/analytics/lol/read-mate-names.ts';
import { readRanks } from '../../src/analytics/lol/read-ranks.ts';
import { analyseHistory } from '../../src/domain/lol/history/analyse-history.ts';
import { DEFAULT_OPTIONS } from '../../src/domain/lol/history/history-options.ts';
import { mostFrequentMates } from '../../src/domain/lol/history/mates.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { timeMs } from '../harness/rounds.ts';
import { quantile, round, summarise } from '../harness/statistics.ts';
import { openBothStores, type BothStores } from '../harness/stores.ts';
import { fillParticipants, GAMES_EACH, puuidOf } from './fill-participants.ts';

/** For the files of the engine and the compiler. */
const WARM_UP = 5;
const OPTIONS = { ...DEFAULT_OPTIONS, zone: 'Europe/Berlin', dayStartMinutes: 300 };
const MATES = 40;

export async function run(): Promise<BenchmarkResult> {
  const { rows, rounds } = readOptions({ rows: 10_000_000, rounds: 30 });
  const stores = await openBothStores();
  try {
    const { reader } = stores.clickhouse;
    const players = Math.max(rounds + WARM_UP, Math.round(rows / GAMES_EACH));
    await fillParticipants(stores.clickhouse, players);
    const [size] = await ask<[number, number]>(
      stores,
      `select toUInt32(sum(rows)), toUInt32(count()) from system.parts where active and table = 'lol_participant'`,
    );
    const times: Record<string, number[]> = { analysis: [], readGames: [], readNames: [], arithmetic: [] };
    const empty: number[] = [];
    for (let nth = -WARM_UP; nth < rounds; nth++) {
      // From all over the table, each player once.
      const puuid = puuidOf(Math.floor(((nth + WARM_UP + 0.5) * players) / (rounds + WARM_UP)));
      const own = await timeAnalysis(stores, puuid);
      if (nth < 0) continue;
      for (const [name, ms] of Object.entries(own)) times[name]?.push(ms);
      empty.push(await timeMs(async () => reader.query('select 1')));
    }
    const figures = Object.entries(times).flatMap(([name, ms]) => [
      summarise(`${name}P50Ms`, ms),
      { [`${name}P95Ms`]: round(quantile(ms, 0.95)) },
    ]);
    const facts = { games: GAMES_EACH, rows: size?.[0] ?? 0, parts: size?.[1] ?? 0, rounds };
    return {
      ours: { ...(Object.assign({}, ...figures) as Figures), ...facts },
      peers: {},
      floor: summarise('emptyQuestionMs', empty),
    };
  } finally {
    await stores.stop();
  }
}

/** The whole, then each of its parts separately. */
async function timeAnalysis({ clickhouse, database }: BothStores, puuid: string) {
  const { reader } = clickhouse;
  const analytics = createLolAnalytics({ clickhouse: reader, database });
  const analysis = await timeMs(async () => {
    const { counts } = (await analytics.analyse(puuid, OPTIONS)).analysis;
    if (counts.stored !== GAMES_EACH)
      throw new Error(`${puuid} has ${counts.stored} games; expected ${GAMES_EACH}`);
  });
  const games = await analytics.readGames(puuid);
  const mates = mostFrequentMates(games)
    .slice(0, MATES)
    .map(({ mate }) => mate);
  const ranks = await readRanks(database, puuid);
  return {
    analysis,
    readGames: await timeMs(() => analytics.readGames(puuid)),
    readNames: await timeMs(() => readMateNames(reader, mates)),
    arithmetic: await timeMs(async () => analyseHistory(games, OPTIONS, { ranks })),
  };
}

async function ask<Row>({ clickhouse }: BothStores, query: string): Promise<Row[]> {
  return clickhouse.reader.query<Row>(query, { asArrays: true });
}
