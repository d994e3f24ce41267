/** Collections that wait, compete and are called off, on tables that a test fills itself; nobody fetches anything. */
import { createBudget, syncBudget } from '#/domain/limiter/budget.ts';
import { claimRows } from '#/match/claims.ts';
import { BACKFILL, LIVE, PERSON, type Priority } from '#/match/priority.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import { createOpenLimiter } from '#/upstream/fixtures/open-limiter.ts';
import { createRiotClient } from '#/upstream/riot.ts';
import { createJobsBench, type JobsBench } from '../../test/support/jobs-bench.ts';
import { until } from '../../test/support/until.ts';
import { type Collections, createCollections } from './collect.ts';
import { chooseAccountHost } from './find.ts';
import { createLolCollecting } from './jobs.ts';
import { wantGames } from './list.ts';
import { createHistoryNotices } from './progress.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const BUDGET = 'the-key-at-its-address';
const NOW = new Date();
const player = (puuid: string) => ({ puuid, keyId: 'key', platform: 'euw1' }) as const;
const games = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => `EUW1_${from + index}`);

let bench: JobsBench;
let engine: JobEngine;
let collections: Collections;
beforeAll(async () => {
  bench = await createJobsBench();
  const { database } = bench;
  const riot = createRiotClient({
    keys: {},
    baseUrl: 'http://127.0.0.1:1/{route}',
    limiter: createOpenLimiter(),
  });
  const notices = createHistoryNotices({ database, log: pino({ level: 'silent' }) });
  // It sends, and never works.
  engine = await bench.engine({
    kinds: createLolCollecting({ database, riot, keyId: () => 'key', now: () => new Date() }, notices),
    roles: { work: false, schedule: false },
  });
  collections = createCollections({
    database,
    jobs: engine,
    budgetId: () => BUDGET,
    now: () => NOW,
    freshSeconds: 900,
    cooldownSeconds: 60,
    lineHeldMs: 0,
  });
});
beforeEach(async () => {
  await bench.database.query(
    `truncate gamekeeper.match, gamekeeper.timeline, gamekeeper.player_match, gamekeeper.collection, gamekeeper.permit,
       gamekeeper.cursor, gamekeeper.raw, gamekeeper.projection`,
  );
  await bench.database.query('delete from pgboss.job');
});
afterAll(() => bench.drop());

/** As the job that lists does it. */
async function list(puuid: string, ids: readonly string[]): Promise<void> {
  await collections.begin(player(puuid));
  await bench.database.transaction(async (tx) => {
    const [open] = await tx.query<{ id: string }>(
      `update gamekeeper.collection set state = 'fetching', listed_at = now() where puuid = $1 returning id::text`,
      [puuid],
    );
    await want(tx, puuid, ids, PERSON, open?.id);
  });
}
const want = (
  tx: Transaction,
  puuid: string,
  ids: readonly string[],
  priority: Priority,
  collection?: string,
) =>
  wantGames(tx, {
    puuid,
    ids,
    withTimelines: false,
    priority,
    listedAt: new Date(),
    ...(collection === undefined ? {} : { collection }),
  });
const wanted = async (): Promise<string[]> => {
  const rows = await bench.database.query<{ id: string }>(
    `select id from gamekeeper.match where state = 'wanted' order by length(id), id`,
  );
  return rows.map(({ id }) => id);
};
const ME = '00000000-0000-4000-8000-000000000001';
const claim = async (id: string) => {
  const where = { sql: 'm.id = $1', values: [id] };
  const rooms = [{ region: 'europe', rows: 1 }] as const;
  const filter = { table: 'match', source: 'lol', where } as const;
  const [row] = await claimRows(bench.database, filter, { by: ME, rooms, except: [] });
  return row;
};
const stored = (ids: readonly string[]) =>
  bench.database.query(`update gamekeeper.match set state = 'stored' where id = any($1)`, [ids]);

/** A key that may call a hundred times in two minutes, and has just called so many times. */
async function setBudget(host = 'europe', counted = 1): Promise<void> {
  const budget = createBudget();
  const ask = { owner: 'test', now: NOW.getTime(), clockJumpMs: 0 };
  const method = 'match-v5.match';
  const { grants } = syncBudget(budget, {
    ...ask,
    settlements: [],
    wants: [{ lane: 'person', method, count: 1 }],
  });
  const window = { limit: 100, spanMs: 120_000 };
  syncBudget(budget, {
    ...ask,
    wants: [],
    settlements: grants.map(({ id }) => ({
      grant: id,
      index: 0,
      result: {
        app: { limits: [window], counts: new Map([[120_000, counted]]) },
        method: { limits: [], counts: new Map() },
      },
    })),
  });
  await bench.database.query('insert into gamekeeper.permit (key_id, host, budget) values ($1, $2, $3)', [
    BUDGET,
    host,
    JSON.stringify(budget),
  ]);
}

test('the end is reckoned from the key’s budget and from what those before want', async () => {
  await list('first', games(150));
  await list('second', games(100, 101));
  expect(await collections.describe('first')).toMatchObject({ placeInLine: 1, expectedEnd: null });

  await setBudget();
  const ends = await Promise.all(
    ['first', 'second'].map(async (puuid) => {
      const { expectedEnd, placeInLine } = await collections.describe(puuid);
      return [placeInLine, Math.round((Date.parse(expectedEnd ?? '') - NOW.getTime()) / 120_000)];
    }),
  );

  // 99 go now and 51 with the next window; of the second one's hundred, fifty are wanted by both.
  expect(ends).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('a collection of another region is before nobody', async () => {
  await list('first', games(3));
  await collections.begin({ puuid: 'elsewhere', keyId: 'key', platform: 'kr' });
  expect(await collections.describe('elsewhere')).toMatchObject({ state: 'listing', placeInLine: 1 });
});

test('what was stored and not projected yet is said, and keeps a history from being fresh', async () => {
  await list('ana', games(2));
  await stored(games(2));
  await bench.database.query(
    `insert into gamekeeper.raw (source, kind, id, body, size, sha)
     select 'lol', 'match', id, '', 0, '' from gamekeeper.match`,
  );
  expect(await collections.look('ana')).toMatchObject({
    isDue: false,
    collection: { state: 'done', isRunning: false, uncounted: 2, isFresh: false },
  });

  const project = (xid: string) =>
    bench.database.query(
      `insert into gamekeeper.projection (name, version, state, system_id, table_ids, xid, rev)
       values ('lol', 1, 'live', '', '{}', ${xid}, 0)`,
    );
  await project(`(select max(xid) from gamekeeper.raw)`);
  expect(await collections.describe('ana')).toMatchObject({ uncounted: 2, isFresh: false });
  await bench.database.query('delete from gamekeeper.projection');
  await project('pg_current_xact_id()');
  expect(await collections.describe('ana')).toMatchObject({ uncounted: 0, isFresh: true });
});

test('a history that is old, or of which something is wanted, is due; one that was just asked for or cancelled is not', async () => {
  const age = (seconds: number) =>
    bench.database.query(
      `update gamekeeper.collection set requested_at = now() - make_interval(secs => $1),
         listed_at = now() - make_interval(secs => $1), ended_at = now()`,
      [seconds],
    );
  const isDue = async () => (await collections.look('ana')).isDue;
  expect(await isDue()).toBe(true);
  await list('ana', games(1));
  expect(await isDue()).toBe(false);
  await stored(games(1));

  await age(30);
  expect(await isDue()).toBe(false);
  await age(120);
  expect(await isDue()).toBe(false);
  await age(1_000);
  expect(await isDue()).toBe(true);
  await age(120);
  await bench.database.transaction((tx) => want(tx, 'ana', games(1, 50), LIVE));
  expect(await isDue()).toBe(true);
  await bench.database.query(`update gamekeeper.collection set state = 'cancelled'`);
  expect(await isDue()).toBe(false);
});

test('a match that waits with a lower priority is raised, the newest of a list above the rest', async () => {
  await bench.database.transaction((tx) => want(tx, 'somebody', games(30), BACKFILL));
  const newestFirst = games(30).toReversed();
  await list('ana', newestFirst);
  await bench.database.transaction((tx) => want(tx, 'somebody', games(30), LIVE));

  const rows = await bench.database.query<{ id: string; priority: number }>(
    'select id, priority from gamekeeper.match order by priority desc, length(id) desc, id desc',
  );
  expect(rows).toEqual(newestFirst.map((id, place) => ({ id, priority: place < 20 ? PERSON + 1 : PERSON })));
});

test('a game that somebody puts into a history while it is being cancelled stays wanted', async () => {
  await list('ana', games(10));
  let cancelled: Promise<boolean> | undefined;

  await bench.database.transaction(async (tx) => {
    await want(tx, 'ben', games(2), LIVE);
    cancelled = collections.cancel('ana');
    await until('it waits for the other', 10_000, async () => {
      const waiting = await bench.database.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return waiting.length > 0;
    });
  });

  expect(await cancelled).toBe(true);
  expect(await wanted()).toEqual(games(2));
});

test('what is cancelled is forgotten only where nobody else wants it, and is listed from the beginning the next time', async () => {
  await bench.database.transaction((tx) => want(tx, 'ana', games(1), LIVE));
  await bench.database.transaction((tx) => want(tx, 'ben', games(1, 2), LIVE));
  await list('ana', games(6));
  await stored(['EUW1_3']);
  expect(await claim('EUW1_4')).toMatchObject({ key: 'EUW1_4', attempts: 0 });
  await bench.database.query(
    `insert into gamekeeper.cursor (source, kind, name, read_until) values ('lol', 'history', 'ana', now())`,
  );

  expect(await collections.cancel('ana')).toBe(true);

  expect(await wanted()).toEqual(['EUW1_1', 'EUW1_2', 'EUW1_4']);
  expect(await collections.describe('ana')).toMatchObject({ progress: { total: 3, done: 1, wanted: 2 } });
  expect(await bench.database.query('select from gamekeeper.cursor')).toEqual([]);
});

test('whoever asks while one runs finds it running', async () => {
  const begun = await Promise.all(Array.from({ length: 10 }, () => collections.begin(player('ana'))));
  expect(begun.filter(Boolean)).toHaveLength(1);
  const jobs = await bench.database.query(`select from pgboss.job where name = 'lol/collect-history'`);
  expect(jobs).toHaveLength(1);
});

test('accounts are asked for where there is room, and without a difference at the nearest host', async () => {
  const choose = (nearest?: 'asia' | 'europe') => chooseAccountHost(bench.database, BUDGET, nearest);
  expect([await choose('asia'), await choose()]).toEqual(['asia', 'europe']);

  await setBudget('europe', 99);
  expect(await choose('europe')).not.toBe('europe');
  expect(await choose('asia')).toBe('asia');

  // Where everything is used up, at the one that opens first.
  for (const host of ['asia', 'americas']) await setBudget(host, 100);
  expect(await choose('asia')).toBe('europe');
  expect(await chooseAccountHost(bench.database, undefined)).toBe('europe');
});
