import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BoardRow, RankColumns } from '#/domain/tft/rows.ts';
import { sharedClickHouse } from '../../../test/support/test-clickhouse.ts';
import type { TestServer } from './embedded/server-under-test.ts';
import { insertBatchPart, isInsertRunning } from './insert-batch.ts';
import { readBucketSums, removeGames } from './projected-rows.ts';
import { addProofs } from './tft-row-proof.ts';
import { createTftRowWriter } from './tft-row-writer.ts';
import { noSums, type RowSums } from './row-sums.ts';
import { findUnrankedPlayers } from './unranked-players.ts';
import { createTableStatement } from './table-shape.ts';
import { TFT_TABLES, TFT_UNIT } from './tft-tables.ts';

let server: TestServer;
let client: ClickHouseClient;
beforeAll(async () => {
  server = sharedClickHouse();
  await server.client('writer').command({ query: 'create database made_tft' });
  await server.client('writer').command({ query: 'create database migrated_tft' });
  client = server.client('writer', { database: 'made_tft' });
  for (const shape of TFT_TABLES) await client.command({ query: createTableStatement(shape, shape.name) });
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const { name } of TFT_TABLES) await command(`truncate table ${name}`);
});

async function ask<Row>(query: string): Promise<Row[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}

async function command(query: string): Promise<void> {
  await client.command({ query, clickhouse_settings: { mutations_sync: '1' } });
}

/** All in one patch. */
async function send(rows: readonly Ranked[], batch = 5): Promise<void> {
  const writer = createTftRowWriter();
  for (const [row, rank] of rows) writer.add(row, rank);
  const blocks = writer.blocks('17.3b', batch);
  for (const [at, shape] of TFT_TABLES.entries()) {
    const block = blocks[at];
    if (!block) continue;
    await insertBatchPart(client, { batch: 5, table: shape.name, columns: shape.sent, block }, at);
  }
}

type Ranked = readonly [BoardRow, RankColumns];

const UNPROVED = ['patch', 'batch'];
const MIGRATIONS = ['0001-tft.sql', '0002-tft-numbers.sql', '0003-tft-plain-lists.sql', '0005-tft-ranks.sql'];

test('the migrations create the very tables that the program writes to', async () => {
  const migrated = server.client('writer', { database: 'migrated_tft' });
  for (const file of MIGRATIONS) {
    const sql = await readFile(join(import.meta.dirname, '../../../migrations/clickhouse', file), 'utf8');
    for (const query of sql.split(/;\s*$/m).filter((one) => one.trim() !== ''))
      await migrated.command({ query });
  }
  const tables = `select name, replace(create_table_query, concat(database, '.'), '') as made, partition_key, sorting_key
    from system.tables where database = `;
  const made = await ask(`${tables} 'made_tft' order by name`);
  expect(made).toHaveLength(TFT_TABLES.length);
  expect(await ask(`${tables} 'migrated_tft' order by name`)).toEqual(made);
});

test.each(TFT_TABLES)(
  'every column of $name is sent once and proved, but for its partition and its batch',
  (shape) => {
    const names = shape.columns.map(({ name }) => name).sort();
    expect([...shape.sent].sort()).toEqual(names);
    expect([...UNPROVED, ...shape.ranks, ...shape.proved].sort()).toEqual(names);
  },
);

/** Every number another one, so that none can stand for another, and as high as its column allows where that is a question. */
const full: BoardRow = {
  puuid: null,
  player: Number.MAX_SAFE_INTEGER - 1,
  board: 0xffff_ff01,
  place: 8,
  number: Number.MAX_SAFE_INTEGER,
  seat: 7,
  level: 10,
  platform: 18,
  queue: 65_535,
  hour: 494_223,
  endedAt: 1_779_203_277,
  seconds: 65_534,
  unitCount: 200,
  costs: [1, 2, 3, 4, 255],
  threeStars: 21,
  emblems: 22,
  artifacts: 23,
  radiants: 24,
  mainTrait: 8_190,
  carry: 8_191,
  unitKinds: [7, 4_000 * 8 + 7, 65_535],
  itemKinds: [7, 300 * 8 + 7],
  traitKinds: [7],
  units: [
    { unit: 4_000, copy: 1, stars: 3, items: [299, 300, 300] },
    { unit: 8_191, copy: 255, stars: 255, items: [] },
  ],
};
const empty: BoardRow = {
  puuid: null,
  player: 0,
  board: 1,
  place: 1,
  number: 0,
  seat: 0,
  level: 0,
  platform: 0,
  queue: 0,
  hour: 0,
  endedAt: 0,
  seconds: 0,
  unitCount: 0,
  costs: [0, 0, 0, 0, 0],
  threeStars: 0,
  emblems: 0,
  artifacts: 0,
  radiants: 0,
  mainTrait: 0,
  carry: 0,
  unitKinds: [0],
  itemKinds: [0],
  traitKinds: [0],
  units: [],
};

const ranked: RankColumns = { lp: -25, tier: 9, rankHours: -300 };
const unranked: RankColumns = { lp: -32_768, tier: 0, rankHours: -32_768 };

test('every column of a row arrives as it was sent, in all tables', async () => {
  await send(
    [
      [full, ranked],
      [empty, unranked],
    ],
    4_294_967_296 + 5,
  );
  const shared = {
    patch: '17.3b',
    lp: -25,
    rank_hours: -300,
    board: 0xffff_ff01,
    place: 8,
    level: 10,
    platform: 18,
    queue: 65_535,
    tier: 9,
    hour: 494_223,
    batch: '4294967301',
  };
  // As text, because JSON's numbers end at 53 bits.
  const boards = await ask(
    'select * replace (toString(number) as number, toString(player) as player, toString(batch) as batch) from tft_board order by lp desc',
  );
  expect(boards).toEqual([
    {
      ...shared,
      number: '9007199254740991',
      seat: 7,
      ended_at: '2026-05-19 15:07:57',
      seconds: 65_534,
      player: '9007199254740990',
      unit_count: 200,
      cost_1: 1,
      cost_2: 2,
      cost_3: 3,
      cost_4: 4,
      cost_5: 255,
      three_stars: 21,
      emblems: 22,
      artifacts: 23,
      radiants: 24,
      main_trait: 8_190,
      carry: 8_191,
      units: [7, 32_007, 65_535],
      items: [7, 2_407],
      traits: [7],
    },
    expect.objectContaining({ lp: -32_768, board: 1, place: 1, units: [0], ended_at: '1970-01-01 00:00:00' }),
  ]);
  const exact = 'select * replace (toString(batch) as batch)';
  expect(await ask(`${exact} from tft_unit order by unit`)).toEqual([
    { ...shared, unit: 4_000, copy: 1, stars: 3, items: [299, 300, 300] },
    { ...shared, unit: 8_191, copy: 255, stars: 255, items: [] },
  ]);
  expect(await ask(`${exact} from tft_item order by item`)).toEqual([
    { ...shared, item: 299, unit: 4_000, stars: 3, copies: 1 },
    { ...shared, item: 300, unit: 4_000, stars: 3, copies: 2 },
  ]);
});

function sumsOf(rows: readonly Ranked[], table: string): RowSums | undefined {
  const sums = TFT_TABLES.map(noSums);
  for (const [row, rank] of rows) addProofs(sums, row, rank);
  return sums[TFT_TABLES.findIndex(({ name }) => name === table)];
}

test('ClickHouse works out the same fingerprints from its columns as we do from ours', async () => {
  // All in one bucket.
  const rows: Ranked[] = [
    [full, ranked],
    [{ ...empty, units: full.units.slice(1) }, unranked],
    [
      { ...full, board: 0x1_0001 },
      { lp: 32_767, tier: 1, rankHours: 32_767 },
    ],
  ];
  await send(rows);
  for (const shape of TFT_TABLES)
    expect(await readBucketSums(client, { shape, name: shape.name })).toEqual([
      { partition: '17.3b', bucket: 1, ...sumsOf(rows, shape.name) },
    ]);
});

test.each(TFT_TABLES)(
  'a change of any one column of $name shows, that of a rank in the sums of ranks alone',
  async (shape) => {
    await send([[full, ranked]]);
    const sums = async (table: string): Promise<Omit<RowSums, 'rows'>> => {
      const rows = await readBucketSums(client, { shape, name: table });
      const total = { xor: 0, sum: 0, ranks: 0 };
      for (const { xor, sum, ranks } of rows) {
        total.xor ^= xor;
        total.sum += sum;
        total.ranks += ranks;
      }
      return total;
    };
    const before = await sums(shape.name);
    for (const { name, type } of shape.columns) {
      if (UNPROVED.includes(name)) continue;
      const other = type.startsWith('Array') ? `arrayPushBack(${name}, 1)` : `${name} - 1`;
      const after = await sums(`(select * replace (${other} as ${name}) from ${shape.name})`);
      const isRank = shape.ranks.includes(name);
      expect([name, after.xor === before.xor, after.sum === before.sum]).toEqual([name, isRank, isRank]);
      expect([name, after.ranks === before.ranks]).toEqual([name, false]);
    }
  },
);

test('games leave by their number, whatever place their boards have', async () => {
  const game = (own: number): Ranked[] =>
    [0, 3, 7].map((slot) => [{ ...full, board: slot * 2 ** 29 + own }, ranked]);
  await send([...game(1), ...game(2), ...game(2 ** 29 - 1)]);
  for (const shape of TFT_TABLES) {
    await removeGames(client, { shape, name: shape.name }, [1, 2 ** 29 - 1]);
    expect(await ask(`select distinct bitAnd(board, 536870911) as game from ${shape.name}`)).toEqual([
      { game: 2 },
    ]);
  }
});

test('players with boards without a rank are found, those with the most boards first', async () => {
  const board = (own: number, player: number, changes: Partial<BoardRow> = {}): BoardRow => {
    return { ...full, board: own, player, number: 7_000 + own, seat: own, platform: 6, ...changes };
  };
  await send([
    [board(1, 77), unranked],
    [board(2, 88), unranked],
    [board(3, 88), unranked],
    [board(4, 99), ranked],
    [board(5, 0), unranked],
    [board(6, 66, { platform: 11 }), unranked],
    [board(7, 55, { platform: 12 }), unranked],
  ]);
  const players = await findUnrankedPlayers(client, ['euw1', 'kr'], 5);
  expect(players.map(({ platform, player }) => [platform, player])).toEqual([
    ['euw1', 88],
    ['kr', 66],
    ['euw1', 77],
  ]);
  expect(players[2]).toMatchObject({ matchId: 'EUW1_7001', seat: 1 });
  expect(await findUnrankedPlayers(client, ['euw1'], 1)).toHaveLength(1);
});

test('an insert of many rows is one part, and no insert is left running', async () => {
  const writer = createTftRowWriter();
  // Used before, and with more.
  for (let own = 0; own < 40_000; own++) writer.add(full, unranked);
  writer.clear();
  for (let own = 0; own < 30_000; own++) writer.add({ ...full, board: own }, ranked);
  const [, block] = writer.blocks('large', 6);
  if (!block) throw new Error('there are units');
  expect(block.reduce((sum, piece) => sum + piece.length, 0)).toBeGreaterThan(2 << 20);
  const columns = TFT_UNIT.sent;
  await insertBatchPart(client, { batch: 6, table: TFT_UNIT.name, columns, block }, 0);
  expect(await isInsertRunning(client, 6)).toBe(false);
  const parts = await ask(
    `select sum(rows) as rows, count() as parts, max(level) as level from system.parts
     where database = currentDatabase() and table = 'tft_unit' and active and partition = 'large'`,
  );
  expect(parts).toEqual([{ rows: 60_000, parts: 1, level: 0 }]);
  expect(await ask(`select uniqExact(board) as boards, sum(arraySum(items)) as items from tft_unit`)).toEqual(
    [{ boards: 30_000, items: 30_000 * 899 }],
  );
});

test('an insert that is still running is seen by its batch', async () => {
  const slow = client.query({
    query: 'select sum(sleepEachRow(0.2)) from numbers(5)',
    query_id: 'gamekeeper-batch-77-somewhere-0',
  });
  const other = server.client('reader', { database: 'made_tft' });
  await expect.poll(() => isInsertRunning(other, 77)).toBe(true);
  expect(await isInsertRunning(other, 7)).toBe(false);
  await (await slow).text();
  expect(await isInsertRunning(other, 77)).toBe(false);
});
