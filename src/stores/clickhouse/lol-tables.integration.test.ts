import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ParticipantRow } from '#/domain/lol/rows/participant-rows.ts';
import { playerHash } from '#/domain/lol/player-hash.ts';
import { sharedClickHouse } from '../../../test/support/test-clickhouse.ts';
import type { TestServer } from './embedded/server-under-test.ts';
import { insertBatchPart } from './insert-batch.ts';
import { LOL_COLUMNS } from './lol-columns.ts';
import { createLolRowWriter, LOL_PARTICIPANT } from './lol-tables.ts';
import { readBucketSums, removeGames } from './projected-rows.ts';
import { noSums, type RowSums } from './row-sums.ts';
import { addRowProof } from './row-writer.ts';
import { createTableStatement } from './table-shape.ts';

const TABLE = { shape: LOL_PARTICIPANT, name: LOL_PARTICIPANT.name };
let server: TestServer;
let client: ClickHouseClient;
beforeAll(async () => {
  server = sharedClickHouse();
  await server.client('writer').command({ query: 'create database made_lol' });
  await server.client('writer').command({ query: 'create database migrated_lol' });
  client = server.client('writer', { database: 'made_lol' });
  await client.command({ query: createTableStatement(TABLE.shape, TABLE.name) });
});
afterAll(() => server.stop());
beforeEach(() => client.command({ query: `truncate table ${TABLE.name}` }));

async function ask<Row>(query: string): Promise<Row[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}

async function send(rows: readonly ParticipantRow[], writer = createLolRowWriter()): Promise<void> {
  for (const row of rows) writer.add(row);
  const [block] = writer.blocks('16', 4_294_967_301);
  if (!block) throw new Error('there are rows');
  await insertBatchPart(client, { batch: 5, table: TABLE.name, columns: TABLE.shape.sent, block }, 0);
}

/** Every number another one, so that none can stand for another, and as high as its column allows where that is a question. */
const full: ParticipantRow = {
  season: '16',
  player: 0xfedc_ba98_7654_3210n,
  startedAt: 1_779_203_277_678,
  game: 2_147_483_393,
  seat: 9,
  number: Number.MAX_SAFE_INTEGER,
  platform: 18,
  puuid: `${'k'.repeat(70)}_-9_-9_-`,
  name: 'Ünïcode 名前',
  tag: 'EUW',
  isBot: 0,
  queue: 65_535,
  seconds: 4_294_967_295,
  patch: '16.4',
  standing: 2,
  champion: 901,
  championName: 'Inventrix',
  role: 5,
  team: 200,
  placement: 8,
  win: 1,
  kills: 11,
  deaths: 12,
  assists: 13,
  minions: 314,
  gold: 70_001,
  damage: 70_002,
  damageTaken: 70_003,
  vision: 99,
  level: 18,
  mates: [1n, 0xffff_ffff_ffff_ffffn],
  opponent: 0x8000_0000_0000_0001n,
  hasTimeline: 1,
  timeline: {
    at10: { gold: 3_001, minions: 71, xp: 4_001 },
    at15: { gold: 5_001, minions: 121, xp: 7_001 },
    diff10: { gold: -301, minions: -7, xp: 0 },
    diff15: { gold: 2_147_483_647, minions: -2_147_483_647, xp: -1 },
    firstDeath: 0,
    firstKill: 321,
    firstItem: 611,
    itemIds: [1_055, 447_108],
    itemSeconds: [5, 4_294_967_295],
  },
};
const NOTHING = { firstDeath: null, firstKill: null, firstItem: null, itemIds: [], itemSeconds: [] };
const bot: ParticipantRow = {
  ...full,
  season: '16',
  player: 0n,
  seat: 0,
  puuid: '',
  name: '',
  tag: '',
  isBot: 1,
  championName: '',
  role: 0,
  mates: [],
  opponent: 0n,
  hasTimeline: 0,
  timeline: { at10: null, at15: null, diff10: null, diff15: null, ...NOTHING },
};

test('the migration creates the very table that the program writes to', async () => {
  const migrated = server.client('writer', { database: 'migrated_lol' });
  const file = join(import.meta.dirname, '../../../migrations/clickhouse/0004-lol.sql');
  const sql = await readFile(file, 'utf8');
  for (const query of sql.split(/;\s*$/m).filter((one) => one.trim() !== ''))
    await migrated.command({ query });
  const tables = `select name, replace(create_table_query, concat(database, '.'), '') as made, partition_key, sorting_key
    from system.tables where database = `;
  const made = await ask(`${tables} 'made_lol' order by name`);
  expect(made).toHaveLength(1);
  expect(await ask(`${tables} 'migrated_lol' order by name`)).toEqual(made);
});

test('every column is sent once and proved, but for its partition and its batch', () => {
  const names = TABLE.shape.columns.map(({ name }) => name).sort();
  expect([...TABLE.shape.sent].sort()).toEqual(names);
  expect(['season', 'batch', ...TABLE.shape.proved].sort()).toEqual(names);
});

test('every column of a row arrives as it was sent', async () => {
  // Used before, and with more.
  const writer = createLolRowWriter();
  for (let at = 0; at < 3_000; at++) writer.add({ ...full, name: `someone else ${at}`, patch: `${at}.1` });
  writer.clear();
  await send([full, bot], writer);
  const wide = ['player', 'number', 'opponent', 'batch'].map((name) => `toString(${name}) as ${name}`);
  const rows = await ask(
    `select * replace (${wide.join(', ')}, arrayMap(mate -> toString(mate), mates) as mates)
     from lol_participant order by is_bot`,
  );
  const first = {
    season: '16',
    player: '18364758544493064720',
    started_at: '2026-05-19 15:07:57.678',
    game: 2_147_483_393,
    seat: 9,
    number: '9007199254740991',
    platform: 18,
    puuid: full.puuid,
    name: 'Ünïcode 名前',
    tag: 'EUW',
    is_bot: 0,
    queue: 65_535,
    seconds: 4_294_967_295,
    patch: '16.4',
    standing: 'remake',
    champion: 901,
    champion_name: 'Inventrix',
    role: 'UTILITY',
    team: 200,
    placement: 8,
    win: 1,
    kills: 11,
    deaths: 12,
    assists: 13,
    minions: 314,
    gold: 70_001,
    damage: 70_002,
    damage_taken: 70_003,
    vision: 99,
    level: 18,
    mates: ['1', '18446744073709551615'],
    opponent: '9223372036854775809',
    has_timeline: 1,
    gold_10: 3_001,
    minions_10: 71,
    xp_10: 4_001,
    gold_diff_10: -301,
    minions_diff_10: -7,
    xp_diff_10: 0,
    gold_15: 5_001,
    minions_15: 121,
    xp_15: 7_001,
    gold_diff_15: 2_147_483_647,
    minions_diff_15: -2_147_483_647,
    xp_diff_15: -1,
    first_death: 0,
    first_kill: 321,
    first_item: 611,
    item_ids: [1_055, 447_108],
    item_seconds: [5, 4_294_967_295],
    batch: '4294967301',
  };
  expect(rows[0]).toEqual(first);
  expect(rows[1]).toMatchObject({ player: '0', name: '', champion_name: '', role: '', is_bot: 1, mates: [] });
  const absent = Object.keys(first).filter((name) => /_1[05]$|^first_/.test(name));
  expect(absent).toHaveLength(15);
  expect(rows[1]).toMatchObject(Object.fromEntries(absent.map((name) => [name, null])));
});

test('a player is found by the number that ClickHouse makes of the puuid itself', async () => {
  await send([{ ...full, player: playerHash(full.puuid) }]);
  const found = await ask(
    'select seat from lol_participant where player = reinterpretAsUInt64(reverse(substring(SHA256(puuid), 1, 8)))',
  );
  expect(found).toEqual([{ seat: 9 }]);
});

test('ClickHouse works out the same fingerprints from its columns as we do from ours', async () => {
  const rows = [full, bot, { ...full, seat: 3, puuid: '\u0000', name: '\ud800', mates: [7n] }];
  await send(rows);
  const sums = noSums();
  for (const row of rows) addRowProof(sums, LOL_COLUMNS, row);
  expect(await readBucketSums(client, TABLE)).toEqual([
    { partition: '16', bucket: 2_147_483_393 % 256, ...sums },
  ]);
});

test('a change of any one column shows', async () => {
  const sums = async (table: string): Promise<RowSums[]> => {
    const rows = await readBucketSums(client, { ...TABLE, name: table });
    return rows.map(({ rows: count, xor, sum, ranks }) => ({ rows: count, xor, sum, ranks }));
  };
  await send([full]);
  const before = await sums(TABLE.name);
  for (const { name, type } of TABLE.shape.columns) {
    if (name === 'season' || name === 'batch') continue;
    const after = await sums(`(select * replace (${otherValue(name, type)} as ${name}) from ${TABLE.name})`);
    expect([name, after[0]?.xor === before[0]?.xor]).toEqual([name, false]);
    if (!type.startsWith('Nullable')) continue;
    const without = await sums(`(select * replace (cast(null as ${type}) as ${name}) from ${TABLE.name})`);
    expect([name, without[0]?.xor === before[0]?.xor]).toEqual([name, false]);
  }
});

function otherValue(name: string, type: string): string {
  if (type === 'Array(UInt64)')
    return `arrayMap(mate -> bitXor(mate, bitShiftLeft(toUInt64(1), 40)), ${name})`;
  if (type.startsWith('Array')) return `arrayPushBack(${name}, 1)`;
  if (type.startsWith('DateTime64')) return `${name} + interval 1 millisecond`;
  if (type.startsWith('Enum')) return `cast(toInt8(${name}) - 1 as ${type})`;
  return type.endsWith('String') || type.startsWith('Low') ? `concat(${name}, ' ')` : `${name} - 1`;
}

test('games leave by their number, many at once, and what is left is what was not named', async () => {
  const seatOf = (game: number, seat: number): ParticipantRow => ({ ...full, game, seat });
  const game = (own: number): ParticipantRow[] => [0, 1, 2].map((seat) => seatOf(own, seat));
  await send([...game(1), ...game(2), ...game(3)]);
  await removeGames(client, TABLE, [1, 3, 77]);
  expect(await ask('select game, count() as seats from lol_participant group by game')).toEqual([
    { game: 2, seats: 3 },
  ]);
  expect((await readBucketSums(client, TABLE)).map(({ bucket, rows }) => [bucket, rows])).toEqual([[2, 3]]);
  // Until the engine merges them away, they are only marked: that is what makes it cheap.
  expect(
    await ask(
      `select sum(rows) as rows from system.parts where database = currentDatabase() and table = 'lol_participant' and active`,
    ),
  ).toEqual([{ rows: 9 }]);
});
