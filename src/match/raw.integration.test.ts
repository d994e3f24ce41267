import { createDatabase, type Database, toClientConfig } from '#/runtime/postgres/database.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import { createOwnPostgres, type OwnPostgres } from '../../test/support/jobs-postgres.ts';
import { readNearestRanks } from './ranks.ts';
import {
  adoptForeignRows,
  countRaw,
  listRevisedAfter,
  publishRawAgain,
  RAW_START,
  type RawPosition,
  readBacklog,
  readLastPosition,
  readRawPage,
} from './raw.ts';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** A server of its own: whatever another test has open on a shared one would hold these pages back. */
let server: OwnPostgres;
let stage: { readonly connection: OwnPostgres['connection']; readonly database: Database };
const clients: pg.Client[] = [];
beforeAll(async () => {
  server = await createOwnPostgres();
  await server.start();
  const { connection } = server;
  const database = createDatabase({
    connection,
    applicationName: 'test',
    maxConnections: 5,
    statementTimeoutMs: 30_000,
    log: pino({ level: 'silent' }),
  });
  stage = { connection, database };
  await migratePostgres(stage.database, join(import.meta.dirname, '../../migrations/postgres'));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await stage.database.close();
  await server.remove();
});
beforeEach(async () => {
  await stage.database.query(
    'truncate gamekeeper.raw, gamekeeper.match, gamekeeper.timeline, gamekeeper.rank_snapshot',
  );
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(toClientConfig(stage.connection));
  await client.connect();
  clients.push(client);
  return client;
}

const INSERT = `with game as (
    insert into gamekeeper.match (source, id, platform, state) values ($2, $1, 'euw1', $3) returning id)
  insert into gamekeeper.raw (source, kind, id, body, size, sha) select $2, 'match', id, '\\x01', 1, '' from game`;

async function insert(id: string, source = 'tft', state = 'stored'): Promise<void> {
  await stage.database.query(INSERT, [id, source, state]);
}

const page = (after: RawPosition = RAW_START, limit = 100, until?: RawPosition) =>
  readRawPage(stage.database, { source: 'tft', after, limit, until });
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

test('what an open transaction has written holds back everything that was committed after it began', async () => {
  await insert('EUW1_1');
  const slow = await connect();
  await slow.query('begin');
  await slow.query(INSERT, ['EUW1_2', 'tft', 'stored']);
  await insert('EUW1_3');
  const first = await page();
  expect(idsOf(first)).toEqual(['EUW1_1']);

  await slow.query('commit');
  const last = first.at(-1) ?? RAW_START;
  expect(idsOf(await page(last))).toEqual(['EUW1_2', 'EUW1_3']);
});

test('what was rolled back never comes, and its numbers are no gap', async () => {
  const undone = await connect();
  await undone.query('begin');
  await undone.query(INSERT, ['EUW1_1', 'tft', 'stored']);
  await insert('EUW1_2');
  await undone.query('rollback');
  expect(idsOf(await page())).toEqual(['EUW1_2']);
});

test('pages follow each other without a hole, up to a last row if asked, and only of their source', async () => {
  for (let n = 1; n <= 7; n++) await insert(`EUW1_${n}`, n === 3 ? 'lol' : 'tft');
  const first = await page(RAW_START, 2);
  const second = await page(first.at(-1), 10);
  expect([...idsOf(first), ...idsOf(second)]).toEqual([1, 2, 4, 5, 6, 7].map((n) => `EUW1_${n}`));
  expect(idsOf(await page(RAW_START, 10, second[1]))).toEqual([1, 2, 4, 5].map((n) => `EUW1_${n}`));
  expect(await countRaw(stage.database, 'tft')).toBe(6);
});

test('a quarantined body is in the page, but not as stored; published again it comes once more, as revised', async () => {
  await insert('EUW1_1', 'tft', 'quarantined');
  const [before] = await page();
  expect(before).toMatchObject({ id: 'EUW1_1', isStored: false, wasRevised: false });
  await stage.database.transaction(async (tx) => {
    await tx.query(`update gamekeeper.match set state = 'stored'`);
    await publishRawAgain(tx, 'tft', ['EUW1_1']);
  });
  const again = await page(before);
  expect(again).toMatchObject([{ id: 'EUW1_1', isStored: true, wasRevised: true }]);
  expect(await page(again[0])).toEqual([]);
});

test('the backlog counts what lies behind the cursor and tells the age of the oldest', async () => {
  await insert('EUW1_1');
  await insert('EUW1_2');
  await stage.database.query(
    `update gamekeeper.raw set fetched_at = now() - interval '90 seconds' where id = 'EUW1_1'`,
  );
  const all = await readBacklog(stage.database, 'tft', RAW_START);
  expect(all.rows).toBe(2);
  expect(all.seconds).toBeGreaterThanOrEqual(90);
  expect(all.seconds).toBeLessThan(120);
  const rows = await page();
  expect((await readBacklog(stage.database, 'tft', rows[0] ?? RAW_START)).seconds).toBeLessThan(60);
  expect(await readBacklog(stage.database, 'tft', rows[1] ?? RAW_START)).toEqual({ rows: 0, seconds: 0 });
});

test('rows whose transaction lies in the future, because another server wrote them, are adopted and read', async () => {
  for (let n = 1; n <= 5; n++) await insert(`EUW1_${n}`);
  // That of another source is left to whoever reads it.
  await insert('EUW1_6', 'lol');
  await stage.database.query(
    `update gamekeeper.raw set xid = (pg_current_xact_id()::text::bigint + 1000000)::text::xid8 where id <> 'EUW1_3'`,
  );
  expect(idsOf(await page())).toEqual(['EUW1_3']);
  expect(await adoptForeignRows(stage.database, 'tft', 3)).toBe(3);
  expect(await adoptForeignRows(stage.database, 'tft', 3)).toBe(1);
  expect(await adoptForeignRows(stage.database, 'tft', 3)).toBe(0);
  expect(idsOf(await page()).sort()).toEqual([1, 2, 3, 4, 5].map((n) => `EUW1_${n}`));
});

test('a game comes with its timeline where that is asked for, and only with one that is fit', async () => {
  for (const n of [1, 2, 3, 4]) await insert(`EUW1_${n}`, 'lol');
  await stage.database.query(
    `insert into gamekeeper.timeline (source, id, platform, state)
     values ('lol', 'EUW1_1', 'euw1', 'stored'), ('lol', 'EUW1_2', 'euw1', 'quarantined'), ('lol', 'EUW1_3', 'euw1', 'wanted')`,
  );
  await stage.database.query(
    `insert into gamekeeper.raw (source, kind, id, body, size, sha)
     select 'lol', 'timeline', 'EUW1_' || n, '\\x07', 1, '' from generate_series(1, 2) as n`,
  );
  const request = { source: 'lol', after: RAW_START, limit: 10 } as const;
  const told = await readRawPage(stage.database, { ...request, withTimelines: true });
  expect(told.map(({ id, body, timeline }) => [id, body[0], timeline?.[0]])).toEqual([
    ['EUW1_1', 1, 7],
    ['EUW1_2', 1, undefined],
    ['EUW1_3', 1, undefined],
    ['EUW1_4', 1, undefined],
  ]);
  expect((await readRawPage(stage.database, request)).map(({ timeline }) => timeline)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('the last position is that of the last row that is safe to read, and what is published again lies beyond it', async () => {
  expect(await readLastPosition(stage.database, 'tft')).toEqual(RAW_START);
  await insert('EUW1_1');
  await insert('EUW1_2');
  const open = await connect();
  await open.query('begin');
  await open.query(INSERT, ['EUW1_3', 'tft', 'stored']);
  await insert('EUW1_4', 'lol');
  const last = await readLastPosition(stage.database, 'tft');
  expect(idsOf(await page(RAW_START, 10, last))).toEqual(['EUW1_1', 'EUW1_2']);
  await open.query('commit');
  expect(await listRevisedAfter(stage.database, 'tft', last)).toEqual([]);
  await stage.database.transaction((tx) => publishRawAgain(tx, 'tft', ['EUW1_1']));
  expect(idsOf(await page(RAW_START, 10, last))).toEqual(['EUW1_2']);
  const again = (await page(last)).find(({ id }) => id === 'EUW1_1');
  expect(await listRevisedAfter(stage.database, 'tft', last)).toEqual([again?.game]);
  expect(await listRevisedAfter(stage.database, 'tft', again ?? RAW_START)).toEqual([]);
});

test('a rank is the last one at or before the time, otherwise the first one after, on the ladder asked for', async () => {
  const day = (n: number): number => Date.UTC(2026, 4, n);
  const snapshots: [string, string, number, string, string, number][] = [
    ['ann', 'RANKED_TFT', 1, 'DIAMOND', 'I', 75],
    ['ann', 'RANKED_TFT', 3, 'MASTER', 'I', 10],
    ['ann', 'RANKED_TFT_DOUBLE_UP', 2, 'GOLD', 'IV', 5],
    ['bob', 'RANKED_TFT', 5, 'IRON', 'II', 0],
    ['bob', 'RANKED_TFT', 6, 'IRON', 'I', 0],
  ];
  for (const [puuid, queue, at, tier, division, points] of snapshots)
    await stage.database.query(
      `insert into gamekeeper.rank_snapshot values ('tft', $1, $2, $3, 'euw1', $4, $5, $6, 1, 1)`,
      [puuid, queue, new Date(day(at)), tier, division, points],
    );
  const asked: [string, string, number][] = [
    ['ann', 'RANKED_TFT', day(2)],
    ['ann', 'RANKED_TFT', day(3)],
    ['ann', 'RANKED_TFT', day(3) - 1],
    ['ann', 'RANKED_TFT', day(1) - 1],
    ['bob', 'RANKED_TFT', day(4)],
    ['ann', 'RANKED_TFT_DOUBLE_UP', day(9)],
    ['eve', 'RANKED_TFT', day(9)],
    ['an\nn', 'RANKED_TFT', day(9)],
    ['an\0n', 'RANKED_TFT', day(9)],
    ['', 'RANKED_TFT', day(9)],
    ['bob', 'RANKED_TFT', day(6) - 1],
  ];
  const answers = await readNearestRanks(
    stage.database,
    'tft',
    asked.map(([puuid, queue, at]) => ({ puuid, queue, at })),
  );
  expect(
    answers.map(
      (rank) =>
        rank && [`${rank.tier} ${rank.division} ${rank.leaguePoints}`, new Date(rank.takenAt).getUTCDate()],
    ),
  ).toEqual([
    ['DIAMOND I 75', 1],
    ['MASTER I 10', 3],
    ['DIAMOND I 75', 1],
    ['DIAMOND I 75', 1],
    ['IRON II 0', 5],
    ['GOLD IV 5', 2],
    null,
    null,
    null,
    null,
    ['IRON II 0', 5],
  ]);
  expect(
    await readNearestRanks(stage.database, 'tft', [{ puuid: '', queue: 'RANKED_TFT', at: day(9) }]),
  ).toEqual([null]);
  expect(await readNearestRanks(stage.database, 'tft', [])).toEqual([]);
});
