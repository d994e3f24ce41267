/** Tracked players and groups over HTTP: practice world, PostgreSQL and jobs are real. */
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLolBench, type LolBench, type PracticePlayer } from '../../../test/support/lol-bench.ts';
import { lolSyncKinds, TRACKING } from '../../../test/support/lol-sync-bench.ts';
import { until } from '../../../test/support/until.ts';
import { LolProgress } from '#/contract/lol-accounts.ts';
import {
  LolRank,
  LolTracked,
  LolTrackedPlayer,
  type LolCollectTaken,
  type LolGroup,
  type LolGroups,
} from '#/contract/lol-tracking.ts';
import type { Problem } from '#/contract/problem.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createLolAccessUnderTest } from './lol-access-under-test.ts';
import { createLolTrackingAccess } from './tracking-access.ts';

const PLAYERS = '/api/lol/tracked';
const GROUPS = '/api/lol/groups';
const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };

let bench: LolBench;
let people: readonly PracticePlayer[];
let under: ServerUnderTest;
beforeAll(async () => {
  bench = await createLolBench();
  people = (await bench.players('euw1', 40)).filter(({ games }) => games.length >= 8);
});
beforeEach(async () => {
  await bench.database.query(
    `truncate gamekeeper.match, gamekeeper.timeline, gamekeeper.raw, gamekeeper.player, gamekeeper.player_match,
       gamekeeper.riot_id, gamekeeper.cursor, gamekeeper.tracked_player, gamekeeper.player_group cascade`,
  );
  const { database, riot, keyId } = bench;
  const jobs = await bench.engine({ kinds: lolSyncKinds(bench) });
  const settings = { ...TRACKING, timeZone: 'Europe/Berlin' };
  const tracking = createLolTrackingAccess({
    database,
    riot,
    keyId: () => keyId,
    jobs,
    settings,
    isPractice: true,
  });
  under = await createServerUnderTest({ deps: { lol: createLolAccessUnderTest({ tracking }) } });
});
afterEach(async () => {
  await under.server.close();
  await bench.stopEngines();
  await bench.database.query('delete from pgboss.job');
});
afterAll(() => bench.drop());

const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  under.server.inject({ method, url, headers, ...(payload && { payload }) });
const track = async (index: number, more: object = {}): Promise<LolTrackedPlayer> => {
  const { gameName, tagLine } = people[index] ?? { gameName: '', tagLine: '' };
  const answer = await send('POST', PLAYERS, { gameName, tagLine, ...more });
  expect(answer.statusCode).toBe(201);
  return answer.json<LolTrackedPlayer>();
};
const list = async (): Promise<LolTracked> => {
  const body = (await under.server.inject(PLAYERS)).json<LolTracked>();
  expect([...Compile({ LolProgress, LolRank, LolTrackedPlayer }, LolTracked).Errors(body)]).toEqual([]);
  return body;
};

describe('tracked players', () => {
  test('are told with their zone, groups, cursor and progress', async () => {
    const { puuid } = await track(0, { timeZone: 'asia/tokyo' });
    const group = (await send('POST', GROUPS, { name: 'Friends', members: [puuid] })).json<LolGroup>();
    const player = await until('the games are there', 20_000, async () => {
      const [only] = (await list()).players;
      return only?.latestAt && only.rankedAt && only.progress.wanted === 0 ? only : null;
    });
    expect(player).toMatchObject({
      puuid,
      platform: 'euw1',
      timeZone: 'Asia/Tokyo',
      groups: [{ id: group.id, name: 'Friends' }],
      listedUntil: new Date(bench.worldNow()).toISOString(),
      leftOver: 0,
      failure: null,
    });
    expect(player.progress.done).toBe(player.progress.total);
    expect((await list()).schedule).toMatchObject({
      isEnabled: false,
      gamesPerRun: 5,
      timeZone: 'Europe/Berlin',
    });
  });

  test('are tracked once, and no more after they were removed', async () => {
    const { puuid } = await track(0);
    const { gameName, tagLine } = people[0] ?? { gameName: '', tagLine: '' };
    expect((await send('POST', PLAYERS, { gameName, tagLine })).statusCode).toBe(200);
    expect((await list()).players).toHaveLength(1);
    expect((await send('DELETE', `${PLAYERS}/${puuid}`)).statusCode).toBe(204);
    expect((await list()).players).toEqual([]);
    expect((await send('DELETE', `${PLAYERS}/${puuid}`)).statusCode).toBe(404);
  });

  test.each([
    ['a zone that there is not', { timeZone: 'Europe/Atlantis' }, 'body/timeZone'],
    ['a platform that there is not', { platform: 'x' }, 'body/platform'],
    ['too many days', { lookbackDays: 10_000 }, 'body/lookbackDays'],
    ['a field that nobody knows', { colour: 'red' }, 'body'],
  ])('with %s are refused', async (_what, more, where) => {
    const answer = await send('POST', PLAYERS, { gameName: 'Ana', tagLine: 'EUW', ...more });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Problem>().errors?.[0]?.where).toContain(where);
  });

  test('are collected when somebody asks, with who asked in the payload', async () => {
    const { puuid } = await track(0);
    await until('the first run is over', 20_000, async () => (await list()).players[0]?.latestAt);
    await until('its job is gone', 20_000, async () => {
      const [row] = await bench.database.query<{ count: number }>(
        `select count(*)::int as count from pgboss.job where name = 'lol/collect-player'`,
      );
      return row?.count === 0;
    });
    await bench.stopEngines();
    const url = `${PLAYERS}/${puuid}/collect`;
    const { database, riot, keyId } = bench;
    const jobs = await bench.engine({ kinds: lolSyncKinds(bench), roles: { work: false, schedule: false } });
    const tracking = createLolTrackingAccess({
      database,
      riot,
      keyId: () => keyId,
      jobs,
      settings: TRACKING,
      isPractice: true,
    });
    await under.server.close();
    under = await createServerUnderTest({ deps: { lol: createLolAccessUnderTest({ tracking }) } });

    const first = await send('POST', url, { force: true, count: 7, requestedBy: 'Ana' });
    expect(first.statusCode).toBe(202);
    expect(first.json<LolCollectTaken>()).toMatchObject({ puuid, isNew: true });
    const [job] = await database.query<{ data: object }>(
      `select data from pgboss.job where name = 'lol/collect-player'`,
    );
    expect(job?.data).toEqual({ puuid, force: true, count: 7, requestedBy: 'Ana' });
    const second = await send('POST', url, { lookbackDays: 3 });
    expect(second.json<LolCollectTaken>()).toMatchObject({ puuid, isNew: true });
    const third = await send('POST', url, { lookbackDays: 3 });
    expect(third.json<LolCollectTaken>()).toEqual({ puuid, jobId: null, isNew: false });
    expect((await send('POST', url, { count: 5_000 })).statusCode).toBe(400);
    expect((await send('POST', `${PLAYERS}/nobody/collect`, {})).statusCode).toBe(404);
  });
});

describe('groups', () => {
  test('are made, told, replaced and removed', async () => {
    const [ana, bo] = [await track(0), await track(1)];
    const made = await send('POST', GROUPS, {
      name: 'Friends',
      timeZone: 'America/New_York',
      members: [ana.puuid],
    });
    expect(made.statusCode).toBe(201);
    const { id } = made.json<LolGroup>();
    const replaced = await send('PUT', `${GROUPS}/${id}`, { name: 'Foes', members: [bo.puuid] });
    expect(replaced.json<LolGroup>()).toMatchObject({
      id,
      name: 'Foes',
      timeZone: 'Europe/Berlin',
      members: [{ puuid: bo.puuid, gameName: bo.gameName, tagLine: bo.tagLine }],
    });
    const { groups } = (await under.server.inject(GROUPS)).json<LolGroups>();
    expect(groups.map(({ name }) => name)).toEqual(['Foes']);
    await send('DELETE', `${PLAYERS}/${bo.puuid}`);
    expect((await under.server.inject(GROUPS)).json<LolGroups>().groups[0]?.members).toEqual([]);
    expect((await send('DELETE', `${GROUPS}/${id}`)).statusCode).toBe(204);
    expect((await send('DELETE', `${GROUPS}/${id}`)).statusCode).toBe(404);
    expect((await send('PUT', `${GROUPS}/${id}`, { name: 'Foes', members: [] })).statusCode).toBe(404);
  });

  test('have a name of their own, and members who are tracked', async () => {
    await send('POST', GROUPS, { name: 'Friends', members: [] });
    const other = (await send('POST', GROUPS, { name: 'Others', members: [] })).json<LolGroup>();
    expect((await send('POST', GROUPS, { name: 'FRIENDS', members: [] })).statusCode).toBe(409);
    expect((await send('PUT', `${GROUPS}/${other.id}`, { name: 'friends', members: [] })).statusCode).toBe(
      409,
    );
    const refused = await send('POST', GROUPS, { name: 'More', members: ['nobody'] });
    expect(refused.statusCode).toBe(400);
    expect(refused.json<Problem>().detail).toContain('nobody');
  });

  test('take somebody who is tracked into them', async () => {
    const { id } = (await send('POST', GROUPS, { name: 'Friends', members: [] })).json<LolGroup>();
    const { puuid } = await track(0, { groups: [id] });
    const { groups } = (await under.server.inject(GROUPS)).json<LolGroups>();
    expect(groups[0]?.members.map((member) => member.puuid)).toEqual([puuid]);
  });
});
