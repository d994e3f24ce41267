/** Tracked players and groups over HTTP, with real jobs and stores. Refusals are in `refusals.test.ts`. */
import { Compile } from 'typebox/compile';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { LolProgress } from '#/contract/lol-accounts.ts';
import {
  LolRank,
  LolTracked,
  LolTrackedPlayer,
  type LolGroup,
  type LolGroups,
} from '#/contract/lol-tracking.ts';
import type { Problem } from '#/contract/problem.ts';
import { openLolStage, ZONE, type LolStage } from '../../../test/support/lol-stage.ts';
import { UPSTREAM_NOW } from '../../../test/support/riot-in-memory.ts';

const PLAYERS = '/api/lol/tracked';
const GROUPS = '/api/lol/groups';
const HOUR_MS = 3_600_000;

let stage: LolStage;
beforeAll(async () => {
  stage = await openLolStage();
});
afterEach(async () => {
  stage.riot.release();
  await stage.database.query('truncate gamekeeper.tracked_player, gamekeeper.player_group cascade');
});
afterAll(() => stage.stop());

const track = async (more: object = {}): Promise<LolTrackedPlayer> => {
  const player = stage.riot.addPlayer([{ startedAt: UPSTREAM_NOW - HOUR_MS }]);
  const { gameName, tagLine } = player;
  const answer = await stage.send('POST', PLAYERS, { gameName, tagLine, ...more });
  expect(answer.statusCode).toBe(201);
  return answer.json<LolTrackedPlayer>();
};
const list = async (): Promise<LolTracked> => {
  const body = (await stage.get(PLAYERS)).json<LolTracked>();
  expect([...Compile({ LolProgress, LolRank, LolTrackedPlayer }, LolTracked).Errors(body)]).toEqual([]);
  return body;
};
const group = async (wish: object): Promise<LolGroup> => {
  const answer = await stage.send('POST', GROUPS, wish);
  expect(answer.statusCode).toBe(201);
  return answer.json<LolGroup>();
};
const groups = async () => (await stage.get(GROUPS)).json<LolGroups>().groups;

test('a tracked player is listed with zone, groups, cursor and progress, and is tracked once', async () => {
  const { puuid, gameName, tagLine } = await track({ timeZone: 'asia/tokyo' });
  const { id } = await group({ name: 'Friends', members: [puuid] });
  const player = await until('the match is there', 30_000, async () => {
    const [only] = (await list()).players;
    return only?.latestAt && only.rankedAt && only.progress.done === 1 ? only : null;
  });
  expect(player).toMatchObject({
    puuid,
    platform: 'euw1',
    timeZone: 'Asia/Tokyo',
    groups: [{ id, name: 'Friends' }],
    listedUntil: new Date(UPSTREAM_NOW).toISOString(),
    leftOver: 0,
    failure: null,
    progress: { total: 1, done: 1, wanted: 0, unfetchable: 0 },
  });
  expect((await list()).schedule).toMatchObject({ isEnabled: false, gamesPerRun: 5, timeZone: ZONE });

  expect((await stage.send('POST', PLAYERS, { gameName, tagLine })).statusCode).toBe(200);
  expect((await list()).players).toHaveLength(1);
  expect((await stage.send('DELETE', `${PLAYERS}/${puuid}`)).statusCode).toBe(204);
  expect((await list()).players).toEqual([]);
  expect((await stage.send('DELETE', `${PLAYERS}/${puuid}`)).statusCode).toBe(404);
});

test('a collection that is asked for is sent once for each number of days, with who asked in the payload', async () => {
  stage.riot.hold('lolMatchIds');
  const { puuid } = await track();
  const collect = (wish: object, of = puuid) => stage.send('POST', `${PLAYERS}/${of}/collect`, wish);
  const first = await collect({ force: true, count: 4, requestedBy: 'Ana' });
  expect(first.statusCode).toBe(202);
  expect(first.json()).toMatchObject({ puuid, isNew: true });
  const jobs = await stage.database.query<{ data: object }>(
    `select data from pgboss.job where name = 'lol/collect-player' and data->>'requestedBy' = 'Ana'`,
  );
  expect(jobs).toEqual([{ data: { puuid, force: true, count: 4, requestedBy: 'Ana' } }]);
  expect((await collect({ lookbackDays: 3 })).json()).toMatchObject({ puuid, isNew: true });
  expect((await collect({ lookbackDays: 3 })).json()).toEqual({ puuid, jobId: null, isNew: false });
  expect((await collect({}, 'nobody')).statusCode).toBe(404);
});

test('a group is made, listed, replaced and removed, and a player who is not tracked any more leaves it', async () => {
  const [ana, bo] = [await track(), await track()];
  const { id } = await group({ name: 'Friends', timeZone: 'America/New_York', members: [ana.puuid] });
  const replaced = await stage.send('PUT', `${GROUPS}/${id}`, { name: 'Foes', members: [bo.puuid] });
  const { puuid, gameName, tagLine } = bo;
  expect(replaced.json()).toMatchObject({
    id,
    name: 'Foes',
    timeZone: ZONE,
    members: [{ puuid, gameName, tagLine }],
  });
  expect((await groups()).map(({ name }) => name)).toEqual(['Foes']);
  await stage.send('DELETE', `${PLAYERS}/${puuid}`);
  expect((await groups())[0]?.members).toEqual([]);
  expect((await stage.send('DELETE', `${GROUPS}/${id}`)).statusCode).toBe(204);
  expect((await stage.send('DELETE', `${GROUPS}/${id}`)).statusCode).toBe(404);
  expect((await stage.send('PUT', `${GROUPS}/${id}`, { name: 'Foes', members: [] })).statusCode).toBe(404);
});

test('a group has a name of its own in any case, and only tracked members', async () => {
  await group({ name: 'Friends', members: [] });
  const { id } = await group({ name: 'Others', members: [] });
  expect((await stage.send('POST', GROUPS, { name: 'FRIENDS', members: [] })).statusCode).toBe(409);
  expect((await stage.send('PUT', `${GROUPS}/${id}`, { name: 'friends', members: [] })).statusCode).toBe(409);
  const refused = await stage.send('POST', GROUPS, { name: 'More', members: ['nobody'] });
  expect(refused.statusCode).toBe(400);
  expect(refused.json<Problem>().detail).toContain('nobody');
  const { puuid } = await track({ groups: [id] });
  const [, others] = await groups();
  expect(others?.members.map((member) => member.puuid)).toEqual([puuid]);
});
