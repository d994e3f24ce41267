/** The tables that the projector writes: what arrives in them, what proves their rows, and how games leave them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { playerHash } from '#/domain/lol/player-hash.ts';
import type { ParticipantRow } from '#/domain/lol/rows/participant-rows.ts';
import type { BoardRow, RankColumns } from '#/domain/tft/rows.ts';
import { LOL_PARTICIPANT } from '#/lol/tables.ts';
import { findUnrankedPlayers } from '#/tft/ranks.ts';
import { type RankedBoard, TFT_TABLES, TFT_UNIT } from '#/tft/tables.ts';
import { sendRows } from '../../../test/support/projector/send-rows.ts';
import { sharedClickHouse } from '../../../test/support/test-clickhouse.ts';
import { type ClickHouse, type ClickHouseWriter, createClickHouse } from './clickhouse.ts';
import { silentLog, TEST_LIMITS, type TestServer } from './embedded/server-under-test.ts';
import { isInsertRunning } from './insert-batch.ts';
import { readBucketSums, removeGames } from './projected-rows.ts';
import { createTables, haveOurShape, type TableShape } from './projected-tables.ts';
import { noSums, type RowSums } from './row-proof.ts';
import type { RowTable } from './row-table.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../test/fixtures/clickhouse');
const TABLES: readonly TableShape[] = [...TFT_TABLES, LOL_PARTICIPANT];

let server: TestServer;
let made: ClickHouse;
let migrated: ClickHouse;
let client: ClickHouseWriter;
beforeAll(async () => {
  server = sharedClickHouse();
  [made, migrated] = ['made', 'migrated'].map((database) =>
    createClickHouse(server.connection, {
      database,
      limits: TEST_LIMITS,
      log: silentLog,
      application: 'test',
    }),
  ) as [ClickHouse, ClickHouse];
  for (const { writer } of [made, migrated]) await writer.createDatabase();
  client = made.writer;
  await createTables(
    client,
    TABLES.map((shape) => ({ shape, name: shape.name })),
  );
});
afterAll(async () => {
  await Promise.all([made.close(), migrated.close()]);
  await server.stop();
});
beforeEach(async () => {
  for (const { name } of TABLES) await client.command(`truncate table ${name}`);
});

async function ask<Row>(query: string): Promise<Row[]> {
  return client.query<Row>(query);
}

type Ranked = readonly [BoardRow, RankColumns];

/** All in one patch. */
function sendBoards(rows: readonly Ranked[], batch = 5): Promise<void> {
  return sendRows(client, TFT_TABLES, rows.map(toRecord), { partition: '17.3b', batch });
}

function toRecord([board, rank]: Ranked): RankedBoard {
  return { board, rank };
}

function sendSeats(rows: readonly ParticipantRow[], writer = LOL_PARTICIPANT.openWriter()): Promise<void> {
  return sendRows(client, [LOL_PARTICIPANT], rows, { partition: '16', batch: 4_294_967_301 }, [writer]);
}

/** In these rows every number is another one, so that none can stand for another, and as high as its column allows. */
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

const fullSeat: ParticipantRow = {
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
  ...fullSeat,
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

test('tables that migrations created are used as they are', async () => {
  for (const file of (await readdir(MIGRATIONS)).toSorted()) {
    const sql = await readFile(join(MIGRATIONS, file), 'utf8');
    for (const query of sql.split(/;\s*$/m).filter((one) => one.trim() !== ''))
      await migrated.writer.command(query);
  }
  const tables = TABLES.map((shape) => ({ shape, name: shape.name }));
  expect(await haveOurShape(migrated.reader, tables)).toBe(true);
  await migrated.writer.command('alter table tft_unit drop column copy');
  expect(await haveOurShape(migrated.reader, tables)).toBe(false);

  // Partitions move between them, whatever the order of their columns.
  await sendBoards([[full, ranked]]);
  await migrated.writer.command(`alter table tft_board replace partition '17.3b' from made.tft_board`);
  const moved = await migrated.reader.query('select lp, carry, units from tft_board');
  expect(moved).toEqual([{ lp: -25, carry: 8_191, units: [7, 32_007, 65_535] }]);
});

test('every column of a board arrives as it was sent, in all tables', async () => {
  await sendBoards(
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

test('every column of a participant arrives as it was sent', async () => {
  // Used before, and with more.
  const writer = LOL_PARTICIPANT.openWriter();
  for (let at = 0; at < 3_000; at++) writer.add({ ...fullSeat, name: `another ${at}`, patch: `${at}.1` });
  writer.clear();
  await sendSeats([fullSeat, bot], writer);
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
    puuid: fullSeat.puuid,
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
  await sendSeats([{ ...fullSeat, player: playerHash(fullSeat.puuid) }]);
  const found = await ask(
    'select seat from lol_participant where player = reinterpretAsUInt64(reverse(substring(SHA256(puuid), 1, 8)))',
  );
  expect(found).toEqual([{ seat: 9 }]);
});

test('ClickHouse works out the same fingerprints from its columns as we do from ours', async () => {
  // All in one bucket.
  const boards: Ranked[] = [
    [full, ranked],
    [{ ...empty, units: full.units.slice(1) }, unranked],
    [
      { ...full, board: 0x1_0001 },
      { lp: 32_767, tier: 1, rankHours: 32_767 },
    ],
  ];
  const seats = [fullSeat, bot, { ...fullSeat, seat: 3, puuid: '\u0000', name: '\ud800', mates: [7n] }];
  await sendBoards(boards);
  await sendSeats(seats);
  const expectSums = async <Entry>(
    shape: RowTable<Entry>,
    records: readonly Entry[],
    place: { readonly partition: string; readonly bucket: number },
  ): Promise<void> => {
    const sums = Array.from({ length: 256 }, noSums);
    const writer = shape.openWriter();
    for (const record of records) writer.add(record);
    writer.prove(sums);
    const found = await readBucketSums(client, { shape, name: shape.name });
    expect(found).toEqual([{ ...place, ...sums[place.bucket] }]);
  };
  for (const table of TFT_TABLES)
    await expectSums(table, boards.map(toRecord), { partition: '17.3b', bucket: 1 });
  await expectSums(LOL_PARTICIPANT, seats, { partition: '16', bucket: 1 });
});

test.each(TABLES)(
  'a change of any one column of $name shows, that of a rank in the sums of ranks alone',
  async (shape) => {
    const isLol = shape === LOL_PARTICIPANT;
    await (isLol ? sendSeats([fullSeat]) : sendBoards([[full, ranked]]));
    const columns = shape.columns.filter(({ name }) => name !== shape.partitionBy && name !== 'batch');
    const changes = columns.flatMap(({ name, type }) => [
      { name, value: name === shape.bucketBy ? `${name} - 256` : otherValue(name, type) },
      ...(type.startsWith('Nullable') ? [{ name, value: 'null' }] : []),
    ]);
    // One query for all: the nth change is made to a copy of the rows that lies in a bucket of its own.
    const copies = `(select * replace (cast(${shape.bucketBy} + n as UInt32) as ${shape.bucketBy})
      from (select *, arrayJoin(range(${changes.length})) as n from ${shape.name}))`;
    const changed = columns.map(({ name, type }) => {
      const own = changes.flatMap((change, n) => (change.name === name ? [`n = ${n}, ${change.value}`] : []));
      return `cast(multiIf(${own.join(', ')}, ${name}) as ${type}) as ${name}`;
    });
    const sumsByBucket = async (table: string): Promise<Map<number, RowSums>> => {
      const sums = await readBucketSums(client, { shape, name: table });
      return new Map(sums.map((sum) => [sum.bucket, sum]));
    };
    const before = await sumsByBucket(`(select * except n from ${copies})`);
    const after = await sumsByBucket(`(select * except n replace (${changed.join(', ')}) from ${copies})`);

    expect([before.size, after.size]).toEqual([changes.length, changes.length]);
    const first = isLol ? fullSeat.game : full.board;
    for (const [n, { name, value }] of changes.entries()) {
      const [was, is] = [before, after].map((sums) => sums.get((first + n) % 256));
      const isRank = ['lp', 'tier', 'rank_hours'].includes(name);
      expect([name, value, is?.xor === was?.xor, is?.sum === was?.sum]).toEqual([
        name,
        value,
        isRank,
        isRank,
      ]);
      expect([name, value, is?.ranks === was?.ranks]).toEqual([name, value, false]);
    }
  },
);

function otherValue(name: string, type: string): string {
  if (type === 'Array(UInt64)')
    return `arrayMap(mate -> bitXor(mate, bitShiftLeft(toUInt64(1), 40)), ${name})`;
  if (type.startsWith('Array')) return `arrayPushBack(${name}, 1)`;
  if (type.startsWith('DateTime64')) return `${name} + interval 1 millisecond`;
  if (type.startsWith('Enum')) return `cast(toInt8(${name}) - 1 as ${type})`;
  return type.endsWith('String') || type.startsWith('Low') ? `concat(${name}, ' ')` : `${name} - 1`;
}

test('games leave by their number, whatever place their boards have, and only those that are named', async () => {
  const last = 2 ** 29 - 1;
  const boardOf = (game: number, slot: number): Ranked => [{ ...full, board: slot * 2 ** 29 + game }, ranked];
  const boardsOf = (game: number): Ranked[] => [0, 3, 7].map((slot) => boardOf(game, slot));
  const seatOf = (game: number, seat: number): ParticipantRow => ({ ...fullSeat, game, seat });
  const seatsOf = (game: number): ParticipantRow[] => [0, 1, 2].map((seat) => seatOf(game, seat));
  await sendBoards([1, 2, last].flatMap(boardsOf));
  await sendSeats([1, 2, last].flatMap(seatsOf));
  for (const shape of TABLES) {
    await removeGames(client, { shape, name: shape.name }, [1, last, 77]);
    expect(await ask(`select distinct ${shape.game} as game from ${shape.name}`)).toEqual([{ game: 2 }]);
  }
  expect(await ask('select count() as seats from lol_participant')).toEqual([{ seats: 3 }]);
  // Until the engine merges them away, masked rows are only marked: that is what makes it cheap.
  const parts = `select sum(rows) as rows from system.parts where database = 'made' and table = 'lol_participant' and active`;
  expect(await ask(parts)).toEqual([{ rows: 9 }]);
});

test('players with boards without a rank are found, those with the most boards first', async () => {
  const board = (own: number, player: number, changes: Partial<BoardRow> = {}): BoardRow => {
    return { ...full, board: own, player, number: 7_000 + own, seat: own, platform: 6, ...changes };
  };
  await sendBoards([
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
  const writer = TFT_UNIT.openWriter();
  // Used before, and with more.
  for (let own = 0; own < 40_000; own++) writer.add({ board: full, rank: unranked });
  writer.clear();
  const records = Array.from({ length: 30_000 }, (_, own) => toRecord([{ ...full, board: own }, ranked]));
  await sendRows(client, [TFT_UNIT], records, { partition: 'large', batch: 6 }, [writer]);
  const block = writer.block('large', 6) ?? [];
  expect(block.reduce((sum, piece) => sum + piece.length, 0)).toBeGreaterThan(2 << 20);
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
  const sleeping = `insert into ${TFT_UNIT.name} (patch, batch) select 'slow', sleepEachRow(0.2) from numbers(5)`;
  const slow = client.command(`${sleeping} settings log_comment = 'gamekeeper-batch-77-somewhere-0'`);
  const other = made.reader;
  await expect.poll(() => isInsertRunning(other, 77)).toBe(true);
  expect(await isInsertRunning(other, 7)).toBe(false);
  await slow;
  expect(await isInsertRunning(other, 77)).toBe(false);
});
