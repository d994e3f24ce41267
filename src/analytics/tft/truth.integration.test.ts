/**
 * Does the explorer find what is true? Lobbies of the practice world are played, their rows are written and asked about, and the answers are
 * held against the hidden truth: the same lobbies, played again many times with other luck.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTftNames } from '#/domain/tft/static-names.ts';
import { completeQuestion } from '#/domain/tft/explore/partial-question.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import type { TftBoard, TftGame } from '#/domain/tft/game.ts';
import { rankColumns, UNRANKED, type RankColumns } from '#/domain/tft/rows.ts';
import { createRowSource } from '#/projector/row-source.ts';
import { silentLog } from '#/stores/clickhouse/embedded/server-under-test.ts';
import { insertBatchPart } from '#/stores/clickhouse/insert-batch.ts';
import { createTftRowWriter } from '#/stores/clickhouse/tft-row-writer.ts';
import { TFT_TABLES } from '#/stores/clickhouse/tft-tables.ts';
import { createRandom, mix } from '../../../practice/randomness.ts';
import { tierReached } from '../../../practice/tft/board-strength.ts';
import type { Board } from '../../../practice/tft/board.ts';
import { createTftPlay } from '../../../practice/tft/rules.ts';
import { createTftTruth } from '../../../practice/tft/truth.ts';
import { createTestClickHouse, type TestClickHouse } from '../../../test/support/test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createTftExplorer, type TftExploration, type TftExplorer } from './tft-explorer.ts';

const SEED = 4;
const LOBBIES = 3_000;
const PLAYERS = 500;
const PATCH = { number: 3, set: 101, minor: 4, startsAt: Date.UTC(2026, 4, 18) };
const ENDED_AT = PATCH.startsAt + 3_600_000;
const RANKED_QUEUE = 1100;
/** So often each lobby is played again. */
const REPLAYS = 8;
/** The truth is found by playing, too: its own error adds to that of the games. */
const ERROR_OF_BOTH = Math.sqrt(1 + 1 / REPLAYS);
/** True averages of items differ by a seventh of a place only: with fewer boards, none could order them. */
const ENOUGH_BOARDS = 600;
/** In standard deviations: about one player in ten. */
const SKILL_OF_MASTERS = 1.3;
const MASTER = { tier: 'MASTER', division: 'I', leaguePoints: 120, takenAt: PATCH.startsAt };
const never = new AbortController().signal;

interface Lobby {
  readonly seed: number;
  readonly players: readonly number[];
  readonly forms: readonly number[];
}

const strengths = createTftTruth(SEED);
const roster = strengths.roster(PATCH.set);
const playLobby = createTftPlay(strengths);
const play = ({ forms }: Lobby, seed: number) =>
  playLobby({ seed, queue: RANKED_QUEUE, patch: PATCH, forms });

let postgres: TestDatabase;
let clickhouse: TestClickHouse;
let explorer: TftExplorer;
let truth: Truth;
const placesOfMasters: number[] = [];

beforeAll(async () => {
  postgres = await createTestDatabase();
  const { database } = postgres;
  clickhouse = await createTestClickHouse(database);
  const random = createRandom(SEED);
  const skills = Array.from({ length: PLAYERS }, () => random.normal());
  const lobbies = Array.from({ length: LOBBIES }, (_, number) => inviteLobby(mix(SEED, number), skills));
  await writeRows(lobbies, skills);
  truth = playAgain(lobbies);
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
  await clickhouse.drop();
  await postgres.drop();
});

/** Eight players, whose form differs a little from game to game. */
function inviteLobby(seed: number, skills: readonly number[]): Lobby {
  const random = createRandom(seed);
  const players = new Set<number>();
  while (players.size < 8) players.add(Math.floor(random.next() * skills.length));
  const forms = [...players].map((player) => (skills[player] ?? 0) + 0.3 * random.normal());
  return { seed, players: [...players], forms };
}

async function writeRows(lobbies: readonly Lobby[], skills: readonly number[]): Promise<void> {
  const rows = createRowSource(postgres.database, silentLog);
  const writer = createTftRowWriter();
  const master = rankColumns(MASTER, PATCH.startsAt);
  for (const [at, lobby] of lobbies.entries()) {
    const { boards, places } = play(lobby, lobby.seed);
    const ranks: RankColumns[] = lobby.players.map((player, seat) => {
      if ((skills[player] ?? 0) < SKILL_OF_MASTERS) return UNRANKED;
      placesOfMasters.push(places[seat] ?? 0);
      return master;
    });
    const game = toGame(at + 1, boards, places);
    for (const row of await rows.rowsOf(game, { game: at + 1, number: at + 1 }))
      writer.add(row, ranks[row.seat] ?? UNRANKED);
  }
  for (const [at, block] of writer.blocks('101.4', 1).entries()) {
    const shape = TFT_TABLES[at];
    if (block === null || shape === undefined) throw new Error('every table has rows');
    await insertBatchPart(clickhouse.writer, { batch: 1, table: shape.name, columns: shape.sent, block }, at);
  }
}

function toGame(number: number, boards: readonly Board[], places: readonly number[]): TftGame {
  return {
    id: `EUW1_${number}`,
    platform: 'euw1',
    queue: RANKED_QUEUE,
    setNumber: PATCH.set,
    version: null,
    endedAt: ENDED_AT,
    lengthSeconds: 2_000,
    boards: boards.map((board, seat) => toBoard(board, seat, places[seat] ?? 0)),
  };
}

function toBoard({ level, units, traitCounts }: Board, seat: number, placement: number): TftBoard {
  return {
    seat,
    puuid: `${seat}`,
    gameName: null,
    tagLine: null,
    placement,
    level,
    goldLeft: null,
    lastRound: null,
    damage: null,
    eliminated: null,
    partnerGroup: null,
    units: units.map(({ unit, star, items }) => ({
      id: lowerIdAt(roster.units, unit),
      stars: star,
      rarity: 0,
      items: items.map((item) => lowerIdAt(roster.items, item)),
    })),
    traits: roster.traits.map(({ id, thresholds }, trait) => {
      const count = traitCounts[trait] ?? 0;
      return { id: id.toLowerCase(), tier: tierReached(thresholds, count), units: count };
    }),
  };
}

function lowerIdAt(list: readonly { readonly id: string }[], index: number): string {
  return list[index]?.id.toLowerCase() ?? '';
}

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
  const average = placesOfMasters.reduce((sum, place) => sum + place, 0) / placesOfMasters.length;
  expect(placesOfMasters.length).toBeGreaterThan(500);
  expect(baseline.n).toBe(placesOfMasters.length);
  expect(baseline.average.value).toBeCloseTo(average, 6);
  expect(baseline.average.high).toBeLessThan(4.5);
});

test('nothing is said about augments', async () => {
  for (const by of ['unit', 'item', 'trait'] as const) {
    const { rows } = await ask({ by });
    expect(rows.filter(({ key }) => /augment/i.test(key))).toEqual([]);
  }
});

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
function playAgain(lobbies: readonly Lobby[]): Truth {
  const sums = new Map<string, { n: number; places: number }>();
  const count = (key: string, place: number): void => {
    const sum = sums.get(key) ?? { n: 0, places: 0 };
    sum.n += 1;
    sum.places += place;
    sums.set(key, sum);
  };
  for (const lobby of lobbies)
    for (let again = 1; again <= REPLAYS; again++) {
      const { boards, places } = play(lobby, mix(lobby.seed, again));
      boards.forEach((board, seat) => {
        for (const key of keysOf(board)) count(key, places[seat] ?? 0);
      });
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

function keysOf(board: Board): Set<string> {
  const keys = new Set(['all']);
  for (const { unit, items } of board.units) {
    const unitKey = `unit:${lowerIdAt(roster.units, unit)}`;
    keys.add(unitKey);
    for (const item of items) {
      const itemKey = `item:${lowerIdAt(roster.items, item)}`;
      keys.add(itemKey).add(`${unitKey} ${itemKey}`);
    }
  }
  roster.traits.forEach(({ id, thresholds }, trait) => {
    const tier = tierReached(thresholds, board.traitCounts[trait] ?? 0);
    if (tier > 0) keys.add(`trait:${id.toLowerCase()}@${tier}`);
  });
  return keys;
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
