/** Linked accounts over HTTP and the live feed: practice world, PostgreSQL and jobs are real. */
import { pino } from 'pino';
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLolBench, type LolBench, type PracticePlayer } from '../../../test/support/lol-bench.ts';
import { lolSyncKinds, TRACKING } from '../../../test/support/lol-sync-bench.ts';
import { until } from '../../../test/support/until.ts';
import {
  LolAccount,
  LolAccounts,
  LolProgress,
  LolSyncRunning,
  type LolAccountRemoved,
} from '#/contract/lol-accounts.ts';
import type { Problem } from '#/contract/problem.ts';
import type { JobEngine } from '#/jobs/job-engine.ts';
import { createNoticeListener } from '#/stores/postgres/live-notices.ts';
import { saveReport } from '#/stores/postgres/report.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createLolAccountsAccess, type LolAccountsAccess } from './accounts-access.ts';
import { accountTopics } from './accounts-topics.ts';
import { createLolAccessUnderTest } from './lol-access-under-test.ts';
import { createLolTrackingAccess } from './tracking-access.ts';

const ALL = '/api/lol/accounts';
const authorization = `Bearer ${ADMIN_TOKEN}`;
const isAccount = Compile({ LolProgress }, LolAccount);

let bench: LolBench;
let people: readonly PracticePlayer[];
let engine: JobEngine;
let accounts: LolAccountsAccess;
let under: ServerUnderTest;
beforeAll(async () => {
  bench = await createLolBench();
  people = (await bench.players('euw1', 60)).filter(({ games }) => games.length >= 15);
});
beforeEach(async () => {
  await bench.database.query(
    `truncate gamekeeper.match, gamekeeper.timeline, gamekeeper.raw, gamekeeper.player, gamekeeper.player_match,
       gamekeeper.collection, gamekeeper.riot_id, gamekeeper.cursor, gamekeeper.account, gamekeeper.rank_snapshot,
       gamekeeper.tracked_player, gamekeeper.report cascade`,
  );
  engine = await bench.engine({ kinds: lolSyncKinds(bench) });
  const { database, riot, keyId } = bench;
  const common = { database, riot, keyId: () => keyId, jobs: engine, isPractice: true };
  accounts = createLolAccountsAccess(common);
  const tracking = createLolTrackingAccess({ ...common, settings: TRACKING });
  under = await createServerUnderTest({ deps: { lol: createLolAccessUnderTest({ accounts, tracking }) } });
});
afterEach(async () => {
  await under.server.close();
  await bench.faults();
  await bench.stopEngines();
  await bench.database.query('delete from pgboss.job');
});
afterAll(() => bench.drop());

const person = (): { gameName: string; tagLine: string } => {
  const [found] = people;
  if (found === undefined) throw new Error('nobody has enough games');
  return { gameName: found.gameName, tagLine: found.tagLine };
};
const post = (url: string, payload?: object) =>
  under.server.inject({ method: 'POST', url, headers: { authorization }, ...(payload && { payload }) });
const link = async (): Promise<LolAccount> => {
  const answer = await post(ALL, person());
  expect(answer.statusCode).toBe(201);
  return checked(answer.json<LolAccount>());
};
const checked = (account: LolAccount): LolAccount => {
  expect([...isAccount.Errors(account)]).toEqual([]);
  return account;
};
const read = async (id: string): Promise<LolAccount> => {
  const answer = await under.server.inject(`${ALL}/${id}`);
  expect(answer.statusCode).toBe(200);
  return checked(answer.json<LolAccount>());
};
const untilState = (id: string, state: LolAccount['state']) =>
  until(`it is ${state}`, 30_000, async () => {
    const account = await read(id);
    return account.state === state && account;
  });
const holdGames = () =>
  bench.faults({ kind: 'server-error', methods: ['match-v5.getMatch', 'match-v5.getTimeline'] });

describe('linking', () => {
  test('answers with the account, and its sync runs to the end', async () => {
    const account = await link();
    expect(account).toMatchObject({
      ...person(),
      platform: 'euw1',
      state: 'pending',
      trigger: 'linked',
      failure: null,
    });
    const synced = await untilState(account.id, 'completed');
    expect(synced.progress).toMatchObject({ total: people[0]?.games.length, wanted: 0, unfetchable: 0 });
    expect(synced).toMatchObject({ isListed: true, isStale: false, startedAt: null });
    const list = (await under.server.inject(ALL)).json<LolAccounts>();
    expect([...Compile({ LolProgress, LolAccount }, LolAccounts).Errors(list)]).toEqual([]);
    expect(list.accounts.map(({ id }) => id)).toEqual([account.id]);
  });

  test('again answers with the same account', async () => {
    const { id } = await link();
    const { gameName, tagLine } = person();
    const again = await post(ALL, { gameName: gameName.toUpperCase(), tagLine: tagLine.toLowerCase() });
    expect(again.statusCode).toBe(200);
    expect(again.json<LolAccount>().id).toBe(id);
  });

  test('of a Riot ID that nobody has is 404, and of a platform that there is not 400', async () => {
    const nobody = await post(ALL, { gameName: 'nobody has this', tagLine: 'xyz' });
    expect(nobody.statusCode).toBe(404);
    const nowhere = await post(ALL, { ...person(), platform: 'moon1' });
    expect(nowhere.statusCode).toBe(400);
    expect(nowhere.json<Problem>().errors?.[0]?.where).toBe('body/platform');
  });

  test('while Riot cannot be asked is 502, and not 404', async () => {
    await bench.faults({ kind: 'html-body', methods: ['account-v1.getByRiotId'] });
    const answer = await post(ALL, person());
    expect(answer.statusCode).toBe(502);
    expect(answer.json()).toMatchObject({ code: 'upstream-unavailable', reasons: ['riot'] });
  });

  test.each([
    ['POST', ALL],
    ['POST', `${ALL}/00000000-0000-4000-8000-000000000000/sync`],
    ['DELETE', `${ALL}/00000000-0000-4000-8000-000000000000`],
  ] as const)('and everything else that changes needs the admin token: %s %s', async (method, url) => {
    const answer = await under.server.inject({ method, url, ...(url === ALL && { payload: person() }) });
    expect(answer.statusCode).toBe(401);
  });
});

describe('a sync', () => {
  test('that is asked for while one runs is refused with how far that one is', async () => {
    await holdGames();
    const { id } = await link();
    await until('the list was read', 20_000, async () => (await read(id)).isListed);
    const answer = await post(`${ALL}/${id}/sync`);
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    const body = answer.json<LolSyncRunning>();
    expect([...Compile({ LolProgress, LolAccount }, LolSyncRunning).Errors(body)]).toEqual([]);
    expect(body).toMatchObject({ code: 'conflict', status: 409, account: { id, state: 'syncing' } });
    expect(body.account.progress).toMatchObject({ total: people[0]?.games.length, done: 0 });
  });

  test('that failed says why and when it is tried again, and begins anew by hand', async () => {
    await bench.faults({ kind: 'html-body', methods: ['match-v5.getMatchIdsByPUUID'] });
    const { id } = await link();
    const failed = await untilState(id, 'failed');
    expect(failed.failure?.reason).toContain('the list of games');
    expect(Date.parse(failed.failure?.retryAt ?? '')).toBeGreaterThan(Date.now());
    await bench.faults();
    const answer = await post(`${ALL}/${id}/sync`);
    expect(answer.statusCode).toBe(202);
    expect(checked(answer.json<LolAccount>())).toMatchObject({ state: 'pending', trigger: 'manual' });
    expect((await untilState(id, 'completed')).failure).toBeNull();
  });

  test('begins with a visit when the last one is stale, and not before', async () => {
    const { id } = await link();
    await untilState(id, 'completed');
    expect((await read(id)).state).toBe('completed');
    await bench.database.query(`update gamekeeper.account set completed_at = now() - interval '61 minutes'`);
    expect(await read(id)).toMatchObject({ state: 'pending', trigger: 'visit' });
  });

  test('of an account that is not linked is 404', async () => {
    const answer = await post(`${ALL}/00000000-0000-4000-8000-000000000000/sync`);
    expect(answer.statusCode).toBe(404);
  });
});

describe('whoever follows', () => {
  test('is told of every step by a notice, and sees progress that only grows', async () => {
    await bench.faults({ kind: 'hold', methods: ['match-v5.getMatch'], after: 6 });
    const [all, one] = accountTopics(accounts);
    expect([all?.name, one?.name]).toEqual(['lol-accounts', 'lol-account/:id']);
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const topics: string[] = [];
    const seen: Promise<unknown>[] = [];
    let reading: Promise<unknown> = Promise.resolve();
    const listener = createNoticeListener({
      connection: bench.connection,
      log: pino({ level: 'silent' }),
      onGap: resolve,
      // As the feed does it: nothing is read but for a notice, and one after the other.
      onNotice({ topic }) {
        topics.push(topic);
        const id = /^lol-account\/(.+)$/.exec(topic)?.[1];
        if (id === undefined || one === undefined) return;
        reading = reading.then(() => one.snapshot({ id }));
        seen.push(reading);
      },
    });
    listener.start();
    await listening;
    const { id } = await link();
    await until('a notice has told of a part', 30_000, async () => {
      const accounts = (await Promise.all(seen)) as LolAccount[];
      return accounts.some(({ progress }) => progress.done > 0);
    });
    await bench.faults();
    const told = await until('a notice has told of the end', 30_000, async () => {
      const accounts = (await Promise.all(seen)) as LolAccount[];
      return accounts.some(({ state }) => state === 'completed') && accounts;
    });
    await listener.stop();
    const done = told.map(({ progress }) => progress.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    // In between, and not only at the ends.
    expect(done.some((games) => games > 0 && games < (people[0]?.games.length ?? 0))).toBe(true);
    expect([...new Set(told.map(({ state }) => state))]).toEqual(
      expect.arrayContaining(['syncing', 'completed']),
    );
    expect(new Set(topics)).toContain('lol-accounts');
    expect(await one?.snapshot({ id: 'nonsense' })).toBeUndefined();
    expect(await all?.snapshot({})).toMatchObject({ accounts: [{ id }] });
  });
});

describe('unlinking', () => {
  const remove = (id: string, query = '') =>
    under.server.inject({ method: 'DELETE', url: `${ALL}/${id}${query}`, headers: { authorization } });

  test('keeps what was collected', async () => {
    const { id } = await link();
    await untilState(id, 'completed');
    const answer = await remove(id);
    expect(answer.json<LolAccountRemoved>()).toEqual({ id, data: 'keep', forgotten: {} });
    const [rows] = await bench.database.query<{ games: number }>(
      'select count(*)::int as games from gamekeeper.player_match',
    );
    expect(rows?.games).toBe(people[0]?.games.length);
    expect((await remove(id)).statusCode).toBe(404);
  });

  test('with the data leaves nothing of the person, and every game', async () => {
    const { id, puuid } = await link();
    await untilState(id, 'completed');
    const tracked = await post('/api/lol/tracked', person());
    expect(tracked.statusCode).toBe(201);
    const group = await post('/api/lol/groups', { name: 'Friends', members: [puuid] });
    expect(group.statusCode).toBe(201);
    await bench.database.query(
      `insert into gamekeeper.rank_snapshot (source, puuid, queue, taken_at, platform, tier, division, league_points, wins, losses)
       values ('lol', $1, 'TEST', now(), 'euw1', 'GOLD', 'I', 1, 1, 1), ('lol', 'other', 'TEST', now(), 'euw1', 'GOLD', 'I', 1, 1, 1)`,
      [puuid],
    );
    const report = {
      subject: 'group',
      people: [puuid, 'other'],
      week: '2026-11-09',
      timeZone: 'UTC',
      version: 1,
      body: {},
    } as const;
    await saveReport(bench.database, { ...report, subjectId: group.json<{ id: string }>().id });
    await saveReport(bench.database, { ...report, people: ['other'], subjectId: 'other' });
    const [before] = await bench.database.query<{ bodies: number }>(
      'select count(*)::int as bodies from gamekeeper.raw',
    );

    const answer = await remove(id, '?data=delete');
    expect(answer.statusCode).toBe(200);
    expect(answer.json<LolAccountRemoved>().forgotten).toMatchObject({
      accounts: 1,
      tracked: 1,
      names: 1,
      players: 1,
      reports: 1,
      games: people[0]?.games.length,
    });
    const tables = [
      'account',
      'tracked_player',
      'player',
      'player_match',
      'rank_snapshot',
      'riot_id',
      'collection',
      'player_group_member',
    ];
    for (const table of tables) {
      const [row] = await bench.database.query<{ count: number }>(
        `select count(*)::int as count from gamekeeper.${table} where puuid = $1`,
        [puuid],
      );
      expect([table, row?.count]).toEqual([table, 0]);
    }
    const [left] = await bench.database.query<{
      bodies: number;
      ranks: number;
      reports: number;
      cursors: number;
    }>(
      `select (select count(*)::int from gamekeeper.raw) as bodies,
              (select count(*)::int from gamekeeper.rank_snapshot) as ranks,
              (select count(*)::int from gamekeeper.report) as reports,
              (select count(*)::int from gamekeeper.cursor) as cursors`,
    );
    expect(left).toEqual({ bodies: before?.bodies, ranks: 1, reports: 1, cursors: 0 });
  });

  test('in the middle of a sync takes what only it wanted from the list, and the sync ends by itself', async () => {
    await holdGames();
    const { id } = await link();
    await until('the list was read', 20_000, async () => (await read(id)).isListed);
    await bench.database.query('update gamekeeper.match set asked_at = null');
    await bench.database.query('update gamekeeper.timeline set asked_at = null');
    expect((await remove(id, '?data=delete')).statusCode).toBe(200);
    const [left] = await bench.database.query<{ wanted: number }>(
      `select count(*)::int as wanted from gamekeeper.match where state = 'wanted' and asked_at is null`,
    );
    expect(left?.wanted).toBe(0);
    await until('the sync has ended', 20_000, () =>
      bench.ends.some(({ kind, outcome }) => kind === 'lol/sync-account' && outcome === 'skipped'),
    );
  });
});
