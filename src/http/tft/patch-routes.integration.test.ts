/** The patch calendar over HTTP, on both real stores, with a real projector where games have to move. */
import { pino } from 'pino';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '#/contract/problem.ts';
import { ProjectionTask, TftPatches, type TftPatchChange } from '#/contract/tft-patches.ts';
import { LIVE } from '#/projector/parts.ts';
import { listPartitions } from '#/stores/clickhouse/projected-rows.ts';
import { openListedPatches } from '#/stores/postgres/patch.ts';
import { keepPatches } from '#/stores/postgres/projection.ts';
import { readProjectionTask, requestProjectionTask } from '#/stores/postgres/projection-task.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../../test/support/projector/projection-under-test.ts';
import { bodyOf, GAME_ENDED_AT, gameIds, storeGames } from '../../../test/support/projector/stored-games.ts';
import { until } from '../../../test/support/until.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createPatchAccess } from './patch-access.ts';

const asAdmin = { authorization: `Bearer ${ADMIN_TOKEN}` };
const ALL = '/api/admin/tft/patches';

let stage: ProjectionUnderTest;
let under: ServerUnderTest;
let isClickHouseThere: boolean;
beforeAll(async () => {
  stage = await startProjectionUnderTest();
  const { reader } = stage.clickhouse;
  const patches = createPatchAccess({
    database: stage.postgres.database,
    partitions: () =>
      isClickHouseThere
        ? listPartitions(
            reader,
            LIVE.tables.map(({ name }) => name),
          )
        : Promise.reject(new Error('it is away')),
    log: pino({ level: 'silent' }),
  });
  under = await createServerUnderTest({ deps: { patches } });
});
beforeEach(async () => {
  isClickHouseThere = true;
  await stage.clear();
});
afterAll(async () => {
  await under.server.close();
  await stage.stop();
});

type Method = 'POST' | 'PUT' | 'DELETE';
const send = (method: Method, url: string, payload?: object) =>
  under.server.inject({ method, url, headers: asAdmin, ...(payload && { payload }) });

async function calendar(): Promise<TftPatches> {
  const response = await under.server.inject('/api/tft/patches');
  expect(response.statusCode).toBe(200);
  const body = response.json<TftPatches>();
  expect(Compile(TftPatches).Errors(body)).toEqual([]);
  return body;
}
const rowsOf = async (name: string) => (await calendar()).patches.filter((patch) => patch.name === name);

async function taskOf(id: number) {
  const response = await under.server.inject({
    url: `/api/admin/tft/projection-tasks/${id}`,
    headers: asAdmin,
  });
  const body = response.json<ProjectionTask>();
  expect(Compile(ProjectionTask).Errors(body)).toEqual([]);
  return body;
}

describe('the calendar', () => {
  test('is open to everybody, and tells how each date came there', async () => {
    const { patches, undated } = await calendar();
    expect(patches).toContainEqual({
      name: '18.1b',
      set: 18,
      patch: '18.1',
      bPatch: 'b',
      region: '*',
      from: '2026-09-01T00:00:00.000Z',
      origin: 'seed',
      isEstimate: false,
      statistics: 'none',
    });
    expect(patches.find(({ name }) => name === '19.1')).toMatchObject({ isEstimate: true });
    expect(undated).toEqual([]);
  });

  test('marks a patch that only Data Dragon lists', async () => {
    await openListedPatches(stage.postgres.database, ['16.23.1'], new Date('2026-11-18T10:00:00Z'));
    expect(await rowsOf('18.7')).toMatchObject([
      { from: '2026-11-18T00:00:00.000Z', origin: 'listed', isEstimate: true },
    ]);
  });

  test('tells of which patches there are statistics, as far as the stores do', async () => {
    const { database } = stage.postgres;
    const projector = stage.projector();
    await storeGames(database, [
      ...gameIds(1, 4).map((id) => ({ id })),
      { id: 'EUW1_5', body: bodyOf('EUW1_5', { tft_set_number: 10 }) },
    ]);
    projector.start();
    await until('games are counted', 20_000, async () => (await rowsOf('17.4'))[0]?.statistics === 'kept');
    await projector.stop();
    await keepPatches(database, LIVE.projection, { dropped: ['17.1', 's5-11.9'], pinned: [] });

    const { patches, undated } = await calendar();
    const told = new Map(patches.map(({ name, statistics }) => [name, statistics]));
    expect(['17.1', '17.2', '17.3', '17.4'].map((name) => told.get(name))).toEqual([
      'dropped',
      'none',
      'kept',
      'kept',
    ]);
    expect(undated).toEqual([
      { name: 'revival', statistics: 'kept' },
      { name: 's5-11.9', statistics: 'dropped' },
    ]);

    isClickHouseThere = false;
    const without = await calendar();
    expect(without.patches.find(({ name }) => name === '17.4')).toMatchObject({ statistics: 'unknown' });
    expect(without.patches.find(({ name }) => name === '17.1')).toMatchObject({ statistics: 'dropped' });
    expect(without.undated).toEqual([{ name: 's5-11.9', statistics: 'dropped' }]);
  });
});

describe('changing it', () => {
  test('adds, moves and removes a patch, and returns the task that moves its games', async () => {
    const added = await send('POST', ALL, { name: '18.7B', from: '2026-11-20T09:30:00Z', region: 'KR' });
    expect(added.statusCode).toBe(201);
    const { task, ...rest } = added.json<TftPatchChange>();
    expect(rest).toEqual({
      change: 'added',
      name: '18.7b',
      region: 'kr',
      from: '2026-11-20T09:30:00.000Z',
    });
    expect(await readProjectionTask(stage.postgres.database, task)).toMatchObject({
      kind: 'replay',
      patch: null,
      state: 'wanted',
    });
    expect(await rowsOf('18.7b')).toMatchObject([{ region: 'kr', origin: 'manual', isEstimate: false }]);

    const moved = await send('PUT', `${ALL}/18.7b?region=kr`, { from: '2026-11-21' });
    expect(moved.json()).toEqual({
      change: 'moved',
      name: '18.7b',
      region: 'kr',
      from: '2026-11-21T00:00:00.000Z',
      task: task + 1,
    });
    expect(await rowsOf('18.7b')).toMatchObject([{ from: '2026-11-21T00:00:00.000Z' }]);

    const removed = await send('DELETE', `${ALL}/18.7b?region=kr`);
    expect([removed.statusCode, removed.json<TftPatchChange>()]).toMatchObject([
      200,
      { change: 'removed', from: null, task: task + 2 },
    ]);
    expect(await rowsOf('18.7b')).toEqual([]);
  });

  test('knows the set by itself or by a name that carries it', async () => {
    await send('POST', ALL, { name: '14.1', set: 10, from: '2024-01-10' });
    expect(await rowsOf('s10-14.1')).toMatchObject([{ set: 10, patch: '14.1' }]);
    expect((await send('DELETE', `${ALL}/14.1?set=10`)).statusCode).toBe(200);
    await send('POST', ALL, { name: 's10-14.1', from: '2024-01-10' });
    expect((await send('PUT', `${ALL}/s10-14.1`, { from: '2024-01-11' })).statusCode).toBe(200);
  });

  test('brings games that are counted already to their new patch', async () => {
    const { database } = stage.postgres;
    const projector = stage.projector();
    await storeGames(
      database,
      gameIds(1, 6).map((id) => ({ id })),
    );
    projector.start();
    await until('games are counted', 20_000, async () => (await rowsOf('17.4'))[0]?.statistics === 'kept');

    // Games 1, 3 and 5 are of this patch; the last two of them ended later than the first.
    const from = new Date(GAME_ENDED_AT + 3).toISOString();
    const { task } = (await send('POST', ALL, { name: '17.4b', from })).json<TftPatchChange>();
    const ended = await until('the task ended', 20_000, async () => {
      const now = await taskOf(task);
      return now.state === 'done' || now.state === 'failed' ? now : null;
    });
    await projector.stop();

    expect(ended).toMatchObject({ id: task, kind: 'replay', state: 'done', outcome: { games: 6 } });
    expect(await rowsOf('17.4b')).toMatchObject([{ statistics: 'kept' }]);
    const counted = await stage.clickhouse.reader.query({
      query:
        'select toString(patch) as patch, toUInt32(count()) as boards from tft_board group by patch order by patch',
      format: 'JSONEachRow',
    });
    expect(await counted.json()).toEqual([
      { patch: '17.3', boards: 24 },
      { patch: '17.4', boards: 8 },
      { patch: '17.4b', boards: 16 },
    ]);
  });
});

describe('a refusal says what, which value, and what was expected', () => {
  test.each<[Method, string, object | undefined, number, string, string]>([
    [
      'POST',
      ALL,
      { name: 'newest', from: '2026-09-11' },
      400,
      'body/name is "newest".',
      'such as 18.7, 18.7b',
    ],
    [
      'POST',
      ALL,
      { name: '18.7', from: 'tomorrow' },
      400,
      'body/from is "tomorrow".',
      '2026-11-18T10:00:00Z',
    ],
    ['POST', ALL, { name: '18.7', from: '2026-02-31' }, 400, 'body/from is "2026-02-31".', 'a day'],
    [
      'POST',
      ALL,
      { name: '18.7', from: '2026-09-11', region: 'moon' },
      400,
      'body/region is "moon".',
      'such as kr',
    ],
    ['POST', ALL, { name: '18.2', from: '2026-09-11' }, 409, 'Patch 18.2 is in the calendar already.', 'PUT'],
    [
      'PUT',
      `${ALL}/18.77`,
      { from: '2026-09-11' },
      404,
      'Patch 18.77 is not in the calendar.',
      '/api/tft/patches',
    ],
    [
      'PUT',
      `${ALL}/18.2?region=kr`,
      { from: '2026-09-11' },
      404,
      'Patch 18.2 in kr is not in',
      'lists what is there',
    ],
    ['PUT', `${ALL}/18.2?region=mars`, { from: '2026-09-11' }, 400, 'query/region is "mars".', 'americas'],
    ['PUT', `${ALL}/18.2`, { from: '' }, 400, 'body/from is "".', 'a day'],
    ['DELETE', `${ALL}/newest`, undefined, 400, 'path/name is "newest".', 'Expected the name of a patch'],
    ['DELETE', `${ALL}/18.77`, undefined, 404, 'Patch 18.77 is not in the calendar.', 'lists what is there'],
  ])('%s %s %j', async (method, url, payload, status, what, expected) => {
    const before = await calendar();
    const response = await send(method, url, payload);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    const { status: told, detail = '' } = response.json<Problem>();
    expect(told).toBe(status);
    expect(detail).toContain(what);
    expect(detail).toContain(expected);
    expect(await calendar()).toEqual(before);
    expect(await stage.postgres.database.query('select from gamekeeper.projection_task')).toEqual([]);
  });

  test.each<[Method, string, object | undefined, string, string]>([
    ['POST', ALL, { name: '18.7' }, 'body/from', 'to be given'],
    ['POST', ALL, { name: '18.7', from: '2026-09-11', until: 'x' }, 'body/until', 'to be left out'],
    ['POST', ALL, { name: '18.7', from: '2026-09-11', set: 1.5 }, 'body/set', 'a whole number'],
    ['DELETE', `${ALL}/18.2?set=x`, undefined, 'query/set', 'a whole number'],
    ['DELETE', `${ALL}/18.2?platform=kr`, undefined, 'query/platform', 'to be left out'],
  ])('%s %s %j names the field', async (method, url, payload, where, expected) => {
    const problem = (await send(method, url, payload)).json<Problem>();
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.errors).toContainEqual({ where, expected: expect.stringContaining(expected) as string });
  });

  test('of a task that there is not', async () => {
    const ask = (id: string) =>
      under.server.inject({ url: `/api/admin/tft/projection-tasks/${id}`, headers: asAdmin });
    expect((await ask('7')).json()).toMatchObject({
      status: 404,
      detail: 'The projector was given no task 7.',
    });
    expect((await ask('99999999999999999999')).statusCode).toBe(400);
    const id = await requestProjectionTask(stage.postgres.database, { kind: 'rebuild', patch: '17.4' });
    expect(await taskOf(id)).toEqual({
      id,
      kind: 'rebuild',
      patch: '17.4',
      state: 'wanted',
      progress: {},
      outcome: null,
    });
  });
});

test('only the bearer of the admin token changes anything', async () => {
  for (const [method, url] of [
    ['POST', ALL],
    ['PUT', `${ALL}/18.2`],
    ['DELETE', `${ALL}/18.2`],
    ['GET', '/api/admin/tft/projection-tasks/1'],
  ] as const) {
    const response = await under.server.inject({
      method,
      url,
      ...(method === 'POST' || method === 'PUT' ? { payload: { name: '18.7', from: '2026-11-20' } } : {}),
    });
    expect([method, response.statusCode]).toEqual([method, 401]);
  }
  expect(await rowsOf('18.2')).toMatchObject([{ from: '2026-09-10T00:00:00.000Z' }]);
  expect(await rowsOf('18.7')).toEqual([]);
});
