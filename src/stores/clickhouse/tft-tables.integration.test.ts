import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TftGame } from '#/domain/tft/game.ts';
import { toRows } from '#/domain/tft/rows.ts';
import { startServerUnderTest, type ServerUnderTest } from './embedded/server-under-test.ts';
import { insertBatchPart, isInsertRunning } from './insert-batch.ts';
import { createTableStatement, createTftRowWriter, TFT_TABLES, TFT_UNIT } from './tft-tables.ts';

let server: ServerUnderTest;
let client: ClickHouseClient;
beforeAll(async () => {
  server = await startServerUnderTest(1);
  await server.client('writer').command({ query: 'create database made' });
  await server.client('writer').command({ query: 'create database migrated' });
  client = server.client('writer', { database: 'made' });
  for (const shape of TFT_TABLES) await client.command({ query: createTableStatement(shape, shape.name) });
});
afterAll(() => server.stop());

async function ask<Row>(query: string): Promise<Row[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}

test('the migrations create the very tables that the program writes to', async () => {
  const path = join(import.meta.dirname, '../../../migrations/clickhouse/0001-tft.sql');
  const sql = await readFile(path, 'utf8');
  const migrated = server.client('writer', { database: 'migrated' });
  for (const query of sql.split(/;\s*$/m).filter((one) => one.trim() !== ''))
    await migrated.command({ query });
  const tables = `select name, replace(create_table_query, concat(database, '.'), '') as made, partition_key, sorting_key
    from system.tables where database = `;
  const made = await ask(`${tables} 'made' order by name`);
  expect(made).toHaveLength(TFT_TABLES.length);
  expect(await ask(`${tables} 'migrated' order by name`)).toEqual(made);
});

const game: TftGame = {
  id: 'EUW1_9007199254740991',
  platform: 'euw1',
  queue: 1160,
  setNumber: 17,
  version: null,
  endedAt: 1_779_203_277_678,
  lengthSeconds: 2_118,
  boards: [
    {
      seat: 7,
      puuid: 'x',
      gameName: null,
      tagLine: null,
      placement: 8,
      level: 10,
      goldLeft: null,
      lastRound: null,
      damage: null,
      eliminated: null,
      partnerGroup: null,
      units: [
        { id: 'set_beekeeper', stars: 3, rarity: 6, items: ['item_smoker', 'item_smoker'] },
        { id: 'sét_imker\u{1f41d}', stars: 1, rarity: 0, items: [] },
        { id: 'x'.repeat(200), stars: 1, rarity: 9, items: ['a'] },
      ],
      traits: [{ id: 'set_gardener', tier: 4, units: 9 }],
    },
    {
      seat: 0,
      puuid: null,
      gameName: null,
      tagLine: null,
      placement: 1,
      level: 1,
      goldLeft: null,
      lastRound: null,
      damage: null,
      eliminated: null,
      partnerGroup: null,
      units: [],
      traits: [],
    },
  ],
};

/** As text, because JSON's numbers end at 53 bits. */
const EXACT = '* replace (toString(number) as number, toString(batch) as batch, toString(h) as h)';

test('every column of a row arrives as it was sent, in both tables', async () => {
  const number = Number.MAX_SAFE_INTEGER;
  const rows = toRows(game, number, {
    patch: '17.3b',
    version: 1,
    rankOf: () => ({ tier: 'DIAMOND', ladderPoints: -25 }),
  });
  const writer = createTftRowWriter(4_294_967_296 + 5);
  writer.add(rows.boards, rows.units);
  const contents = writer.take();
  for (const [at, shape] of TFT_TABLES.entries()) {
    const bytes = contents[at] ?? new Uint8Array();
    const columns = shape.columns.map(({ name }) => name);
    await insertBatchPart(client, { batch: 5, table: shape.name, columns, bytes }, at);
  }
  const facts = {
    patch: '17.3b',
    platform: 'euw1',
    number: '9007199254740991',
    seat: 7,
    queue: 1160,
    ended_at: '2026-05-19 15:07:57',
    placement: 8,
    level: 10,
    lp: -25,
    tier: 'DIAMOND',
    traits: ['set_gardener'],
    trait_tiers: [4],
  };
  const hashOf = (hash: { high: number; low: number } | undefined): string =>
    String((BigInt(hash?.high ?? 0) << 32n) | BigInt(hash?.low ?? 0));
  const proof = { batch: '4294967301' };
  expect(await ask(`select ${EXACT} from tft_board where seat = 7`)).toEqual([
    {
      ...facts,
      units: ['set_beekeeper', 'sét_imker\u{1f41d}', 'x'.repeat(200)],
      unit_stars: [3, 1, 1],
      items: ['item_smoker', 'item_smoker', 'a'],
      ...proof,
      h: hashOf(rows.boards[0]?.hash),
    },
  ]);
  expect(await ask(`select lp, tier, units, traits, placement from tft_board where seat = 0`)).toEqual([
    { lp: -32_768, tier: '', units: [], traits: [], placement: 1 },
  ]);
  const units = await ask(`select ${EXACT} from tft_unit order by rarity`);
  expect(units).toEqual(
    [
      {
        unit: 'sét_imker\u{1f41d}',
        stars: 1,
        rarity: 0,
        items: [],
        item_count: 0,
        copy: 1,
        row: rows.units[1],
      },
      {
        unit: 'set_beekeeper',
        stars: 3,
        rarity: 6,
        items: ['item_smoker', 'item_smoker'],
        item_count: 2,
        copy: 1,
        row: rows.units[0],
      },
      {
        unit: 'x'.repeat(200),
        stars: 1,
        rarity: 9,
        items: ['a'],
        item_count: 1,
        copy: 1,
        row: rows.units[2],
      },
    ].map(({ row, ...unit }) => Object.assign(unit, facts, proof, { h: hashOf(row?.hash) })),
  );
});

test('an insert larger than the first buffer is one part, and no insert is left running', async () => {
  const boards = game.boards.slice(0, 1);
  const writer = createTftRowWriter(6);
  for (let number = 0; number < 6_000; number++) {
    const rows = toRows({ ...game, boards }, number, { patch: 'large', version: 1, rankOf: () => null });
    writer.add(rows.boards, rows.units);
  }
  const [, bytes = new Uint8Array()] = writer.take();
  expect(bytes.length).toBeGreaterThan(2 << 20);
  const columns = TFT_UNIT.columns.map(({ name }) => name);
  const inserting = insertBatchPart(client, { batch: 6, table: TFT_UNIT.name, columns, bytes }, 0);
  await inserting;
  expect(await isInsertRunning(client, 6)).toBe(false);
  const parts = await ask(
    `select sum(rows) as rows, count() as parts, max(level) as level from system.parts
     where database = 'made' and table = 'tft_unit' and active and partition = 'large'`,
  );
  expect(parts).toEqual([{ rows: 18_000, parts: 1, level: 0 }]);
});

test('an insert that is still running is seen by its batch', async () => {
  const slow = client.query({
    query: 'select sum(sleepEachRow(0.2)) from numbers(5)',
    query_id: 'gamekeeper-batch-77-somewhere-0',
  });
  const other = server.client('reader', { database: 'made' });
  await expect.poll(() => isInsertRunning(other, 77)).toBe(true);
  expect(await isInsertRunning(other, 7)).toBe(false);
  await (await slow).text();
  expect(await isInsertRunning(other, 77)).toBe(false);
});
