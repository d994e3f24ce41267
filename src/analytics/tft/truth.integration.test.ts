/**
 * Does the explorer find what is true? A practice world is crawled, projected and asked, and the answers are held against its hidden
 * truth: the very lobbies that were crawled, played again many times with other luck.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTftNames } from '#/domain/tft/static-names.ts';
import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import { openProjector } from '#/projector/open-projector.ts';
import { createClickHouse, type ClickHouse } from '#/stores/clickhouse/clickhouse.ts';
import {
  startServerUnderTest,
  TEST_LIMITS,
  type ServerUnderTest,
} from '#/stores/clickhouse/embedded/server-under-test.ts';
import { migrateClickHouse } from '#/stores/clickhouse/migrate.ts';
import { seedPatches } from '#/stores/postgres/patch.ts';
import { createLolRules } from '../../../practice/lol/rules.ts';
import { createLolTruth } from '../../../practice/lol/truth.ts';
import { mix } from '../../../practice/randomness.ts';
import { tierReached } from '../../../practice/tft/board-strength.ts';
import type { Board } from '../../../practice/tft/board.ts';
import type { Roster } from '../../../practice/tft/roster.ts';
import { createTftPlay, createTftRules } from '../../../practice/tft/rules.ts';
import { createTftTruth } from '../../../practice/tft/truth.ts';
import { createWorldClock } from '../../../practice/world-clock.ts';
import { createWorld } from '../../../practice/world/create-world.ts';
import type { Platform, PlayedGame, Player, World } from '../../../practice/world/world.ts';
import {
  createTftCrawlBench,
  WORLD_STARTS_AT,
  type TftCrawlBench,
} from '../../../test/support/tft-crawl-bench.ts';
import { until } from '../../../test/support/until.ts';
import { createTftExplorer, type TftExploration, type TftExplorer } from './tft-explorer.ts';

const SEED = 4;
const PLAYERS = 3_000;
const PLATFORMS = ['euw1', 'kr', 'na1'] as const;
const DAY_MS = 86_400_000;
/** So often each crawled lobby is played again. */
const REPLAYS = 8;
/** The truth is found by playing, too: its own error adds to that of what was crawled. */
const ERROR_OF_BOTH = Math.sqrt(1 + 1 / REPLAYS);
/** True averages of items differ by a seventh of a place only: with fewer, nobody could order them. */
const ENOUGH_BOARDS = 600;
const DATABASE = 'gamekeeper';
const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const never = new AbortController().signal;

let bench: TftCrawlBench;
let server: ServerUnderTest;
let clickhouse: ClickHouse;
let explorer: TftExplorer;
let games: readonly PlayedGame[];
let truth: Truth;
/** As it was when the ladders were read for the first time. */
let worldAtFirst: World;

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  [bench, server] = await Promise.all([
    createTftCrawlBench({ seed: SEED, playerCount: PLAYERS }),
    startServerUnderTest(2),
  ]);
  const { database, connection } = bench;
  clickhouse = createClickHouse(server.embedded.connection, {
    database: DATABASE,
    limits: TEST_LIMITS,
    log,
    application: 'test',
  });
  await seedPatches(database);
  await migrateClickHouse({
    client: clickhouse.writer,
    postgres: database,
    directory: join(MIGRATIONS, 'clickhouse'),
    database: DATABASE,
  });
  const engine = await bench.crawl({ platforms: PLATFORMS, enoughPlayers: 400 });
  await bench.cycle(engine, 120_000);
  // What is played from now on is played by people whose rank is known.
  await bench.advance(3 * DAY_MS);
  await bench.cycle(engine, 120_000);
  const stored = await storedIds(bench);
  const projector = openProjector({
    postgres: connection,
    clickhouse: server.embedded.connection,
    database: DATABASE,
    keptPatches: 100,
    log,
  });
  try {
    projector.start();
    await until('everything is projected', 120_000, () => projector.describe().games >= stored.length);
  } finally {
    await projector.stop();
  }
  worldAtFirst = openWorld(WORLD_STARTS_AT);
  games = gamesOf(openWorld(bench.worldNow()), stored);
  truth = playAgain(games);
  explorer = createTftExplorer({
    clickhouse: clickhouse.reader,
    database,
    names: async () => createTftNames([], {}),
    now: Date.now,
    versionMs: 1_000,
    isPractice: true,
    strictRankHours: 24,
  });
});

afterAll(async () => {
  await clickhouse.close();
  await server.stop();
  await bench.drop();
});

test('95 % intervals of differences cover the hidden truth 93 to 97 times in a hundred', async () => {
  const covered: boolean[] = [];
  for (const asked of await manyBreakdowns()) {
    for (const { key, n, difference } of asked.answer.rows) {
      const expected = truth.differenceOf(asked.prefix + key, asked.baselineKey);
      if (n < 30 || expected === undefined) continue;
      const width = ((difference.high - difference.low) / 2) * ERROR_OF_BOTH;
      covered.push(Math.abs(difference.value - expected) <= width);
    }
  }
  const share = covered.filter(Boolean).length / covered.length;
  expect(covered.length).toBeGreaterThan(600);
  expect(share).toBeGreaterThanOrEqual(0.93);
  expect(share).toBeLessThanOrEqual(0.97);
});

test.each([
  ['unit', 40],
  ['item', 30],
  ['trait', 40],
] as const)('ranking by the shrunk estimate finds the true order of every %s', async (by, atLeast) => {
  const { rows } = await ask({ by });
  const compared = rows.flatMap(({ key, shrunk, n }) => {
    const mean = truth.meanOf(key);
    return mean === undefined || n < ENOUGH_BOARDS ? [] : [{ shrunk, mean }];
  });
  expect(compared.length).toBeGreaterThan(atLeast);
  expect(
    rankCorrelation(
      compared.map(({ shrunk }) => shrunk),
      compared.map(({ mean }) => mean),
    ),
  ).toBeGreaterThanOrEqual(0.9);
});

test('players of high rank have a baseline of their own, which is not 4.5', async () => {
  const { baseline } = await ask({ by: 'total', filter: { lp: { min: 0 } } });
  // Matches from before the first ladder count as well: theirs is the nearest rank.
  const places = games.flatMap(({ queue, seats }) =>
    queue === 1100 ? seats.flatMap(({ player, place }) => (isFromMaster(player) ? [place] : [])) : [],
  );
  const average = places.reduce((sum, place) => sum + place, 0) / places.length;
  expect(places.length).toBeGreaterThan(500);
  // Three in a hundred bodies are odd on purpose: bots in a seat, fewer boards.
  expect(baseline.n / places.length).toBeGreaterThan(0.94);
  expect(baseline.n / places.length).toBeLessThanOrEqual(1);
  expect(Math.abs(baseline.average.value - average)).toBeLessThan(0.03);
  expect(baseline.average.high).toBeLessThan(4.5);
});

test('nothing is said about augments', async () => {
  for (const by of ['unit', 'item', 'trait'] as const) {
    const { rows } = await ask({ by });
    expect(rows.filter(({ key }) => /augment/i.test(key))).toEqual([]);
  }
});

function openWorld(at: number): World {
  const clock = createWorldClock({ mode: 'stepped', startAt: at });
  const rules = { tft: createTftRules(createTftTruth(SEED)), lol: createLolRules(createLolTruth(SEED)) };
  return createWorld({ seed: SEED, clock, rules, playerCount: PLAYERS });
}

async function storedIds({ database }: TftCrawlBench): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from gamekeeper.match where state = 'stored' order by id`,
  );
  return rows.map(({ id }) => id);
}

function gamesOf(world: World, ids: readonly string[]): PlayedGame[] {
  return ids.flatMap((id) => {
    const [platform = '', number = ''] = id.toLowerCase().split('_');
    return world.game('tft', platform as Platform, Number(number)) ?? [];
  });
}

async function ask(changes: {
  readonly by: Question['by'];
  readonly of?: string;
  readonly filter?: Partial<Question['filter']>;
}): Promise<TftExploration> {
  const patches = (await explorer.options()).patches.map(({ patch }) => patch);
  const question = completeQuestion({ ...changes, filter: { patches, ...changes.filter }, pageSize: 500 });
  return explorer.explore(question, never);
}

interface AskedBreakdown {
  readonly answer: TftExploration;
  /** Before a row's key, and for the baseline: how the truth calls it. */
  readonly prefix: string;
  readonly baselineKey: string;
}

/** Of boards, and of the items of the units that are there most often. */
async function manyBreakdowns(): Promise<AskedBreakdown[]> {
  const ofBoards = await Promise.all(
    (['unit', 'item', 'trait'] as const).map(async (by) => ({
      answer: await ask({ by }),
      prefix: '',
      baselineKey: 'all',
    })),
  );
  const units = (ofBoards[0]?.answer.rows ?? []).toSorted((a, b) => b.n - a.n).slice(0, 30);
  const ofUnits = await Promise.all(
    units.map(async ({ key }) => ({
      answer: await ask({ by: 'unit-item', of: key.replace('unit:', '') }),
      prefix: `${key} `,
      baselineKey: key,
    })),
  );
  return [...ofBoards, ...ofUnits];
}

interface Truth {
  meanOf(key: string): number | undefined;
  differenceOf(key: string, baselineKey: string): number | undefined;
}

/** The mean place of everything, by the keys of rows: of boards, and of `unit:x item:y` of units that hold an item. */
function playAgain(played: readonly PlayedGame[]): Truth {
  const strengths = createTftTruth(SEED);
  const play = createTftPlay(strengths);
  const sums = new Map<string, { n: number; places: number }>();
  const count = (key: string, place: number): void => {
    const sum = sums.get(key) ?? { n: 0, places: 0 };
    sum.n += 1;
    sum.places += place;
    sums.set(key, sum);
  };
  for (const { seed, queue, patch, seats } of played) {
    if (queue !== 1100) continue;
    const roster = strengths.roster(patch.set);
    const forms = seats.map(({ form }) => form);
    for (let again = 1; again <= REPLAYS; again++) {
      const { boards, places } = play({ seed: mix(seed, again), queue, patch, forms });
      boards.forEach((board, seat) => {
        const keys = keysOf(board, roster);
        for (const key of keys) count(key, places[seat] ?? 0);
      });
    }
  }
  const meanOf = (key: string): number | undefined => {
    const sum = sums.get(key);
    return sum === undefined ? undefined : sum.places / sum.n;
  };
  return {
    meanOf,
    differenceOf(key, baselineKey) {
      const [mean, baseline] = [meanOf(key), meanOf(baselineKey)];
      return mean === undefined || baseline === undefined ? undefined : mean - baseline;
    },
  };
}

function keysOf(board: Board, roster: Roster): Set<string> {
  const keys = new Set(['all']);
  for (const { unit, items } of board.units) {
    const unitKey = `unit:${roster.units[unit]?.id.toLowerCase()}`;
    keys.add(unitKey);
    for (const item of items) {
      const itemKey = `item:${roster.items[item]?.id.toLowerCase()}`;
      keys.add(itemKey).add(`${unitKey} ${itemKey}`);
    }
  }
  roster.traits.forEach(({ id, thresholds }, trait) => {
    const tier = tierReached(thresholds, board.traitCounts[trait] ?? 0);
    if (tier > 0) keys.add(`trait:${id.toLowerCase()}@${tier}`);
  });
  return keys;
}

/** When the ladders were read for the first time, by a world that nobody crawled. */
function isFromMaster(player: Player | null): boolean {
  if (player === null || !PLATFORMS.some((platform) => platform === player.platform)) return false;
  const rank = worldAtFirst.rankOf('tft', player);
  return rank !== undefined && /^(MASTER|GRANDMASTER|CHALLENGER)$/.test(rank.tier);
}

/** Spearman's: of the ranks, with ties sharing theirs. */
function rankCorrelation(left: readonly number[], right: readonly number[]): number {
  const ranksOf = (values: readonly number[]): number[] =>
    values.map((value) => {
      const below = values.filter((other) => other < value).length;
      const equal = values.filter((other) => other === value).length;
      return below + (equal - 1) / 2;
    });
  const [a, b] = [ranksOf(left), ranksOf(right)];
  const middle = (left.length - 1) / 2;
  let both = 0;
  let [ofA, ofB] = [0, 0];
  a.forEach((rank, at) => {
    const other = b[at] ?? 0;
    both += (rank - middle) * (other - middle);
    ofA += (rank - middle) ** 2;
    ofB += (other - middle) ** 2;
  });
  return both / Math.sqrt(ofA * ofB);
}
