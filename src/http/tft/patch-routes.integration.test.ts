/** The patch calendar over HTTP, on PostgreSQL. Refusals are in `refusals.test.ts`; the projector's tests move the games. */
import { pino } from 'pino';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ProjectionTask, TftPatches, type TftPatchChange } from '#/contract/tft-patches.ts';
import { openListedPatches, seedPatches } from '#/tft/patch.ts';
import { keepPatches } from '#/match/project/projection.ts';
import { readProjectionTask, requestProjectionTask } from '#/match/project/projection-task.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { ADMIN_TOKEN, createServerUnderTest, type ServerUnderTest } from '../server-under-test.ts';
import { createPatchAccess } from './patch-access.ts';

const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
const ALL = '/api/admin/tft/patches';

let postgres: TestDatabase;
let under: ServerUnderTest;
let partitions: () => Promise<string[]>;
beforeAll(async () => {
  postgres = await createTestDatabase();
  const { database } = postgres;
  const log = pino({ level: 'silent' });
  const patches = createPatchAccess({ database, partitions: () => partitions(), log });
  under = await createServerUnderTest({ deps: { patches } });
});
beforeEach(async () => {
  partitions = async () => [];
  await postgres.database.query(
    'truncate gamekeeper.patch, gamekeeper.projection, gamekeeper.projection_task',
  );
  await seedPatches(postgres.database);
});
afterAll(async () => {
  await under.server.close();
  await postgres.drop();
});

const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  under.server.inject({ method, url, headers, ...(payload && { payload }) });
async function calendar(): Promise<TftPatches> {
  const body = (await under.server.inject('/api/tft/patches')).json<TftPatches>();
  expect(Compile(TftPatches).Errors(body)).toEqual([]);
  return body;
}
const rowsOf = async (name: string) => (await calendar()).patches.filter((patch) => patch.name === name);

test('the calendar is open to everybody, and says how each date came there', async () => {
  await openListedPatches(postgres.database, ['16.23.1'], new Date('2026-11-18T10:00:00Z'));
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
  expect(patches.filter(({ name }) => name === '18.7')).toMatchObject([
    { from: '2026-11-18T00:00:00.000Z', origin: 'listed', isEstimate: true },
  ]);
  expect(undated).toEqual([]);
});

test('it says of which patches there are statistics, as far as the stores do', async () => {
  const { database } = postgres;
  partitions = async () => ['17.3', '17.4', 'revival'];
  await database.query(
    `insert into gamekeeper.projection (name, version, state, system_id, table_ids) values ('tft', 1, 'live', '', '{}')`,
  );
  await keepPatches(database, 'tft', { dropped: ['17.1', 's5-11.9'], pinned: [] });
  const statisticsOf = async (...names: string[]) => {
    const told = new Map((await calendar()).patches.map(({ name, statistics }) => [name, statistics]));
    return names.map((name) => told.get(name));
  };
  expect(await statisticsOf('17.1', '17.2', '17.3', '17.4')).toEqual(['dropped', 'none', 'kept', 'kept']);
  expect((await calendar()).undated).toEqual([
    { name: 'revival', statistics: 'kept' },
    { name: 's5-11.9', statistics: 'dropped' },
  ]);

  partitions = () => Promise.reject(new Error('ClickHouse is away'));
  expect(await statisticsOf('17.1', '17.4')).toEqual(['dropped', 'unknown']);
  expect((await calendar()).undated).toEqual([{ name: 's5-11.9', statistics: 'dropped' }]);
});

test('a patch is added, moved and removed, each with the task that moves its games', async () => {
  const added = await send('POST', ALL, { name: '18.7B', from: '2026-11-20T09:30:00Z', region: 'KR' });
  expect(added.statusCode).toBe(201);
  const { task, ...rest } = added.json<TftPatchChange>();
  expect(rest).toEqual({
    change: 'added',
    name: '18.7b',
    region: 'kr',
    from: '2026-11-20T09:30:00.000Z',
  });
  expect(await readProjectionTask(postgres.database, task)).toMatchObject({
    kind: 'replay',
    patch: null,
    state: 'wanted',
  });
  expect(await rowsOf('18.7b')).toMatchObject([{ region: 'kr', origin: 'manual', isEstimate: false }]);

  const moved = await send('PUT', `${ALL}/18.7b?region=kr`, { from: '2026-11-21' });
  const at = '2026-11-21T00:00:00.000Z';
  expect(moved.json()).toEqual({ change: 'moved', name: '18.7b', region: 'kr', from: at, task: task + 1 });
  expect(await rowsOf('18.7b')).toMatchObject([{ from: at }]);

  const removed = await send('DELETE', `${ALL}/18.7b?region=kr`);
  expect(removed.statusCode).toBe(200);
  expect(removed.json()).toMatchObject({ change: 'removed', from: null, task: task + 2 });
  expect(await rowsOf('18.7b')).toEqual([]);
});

test('the set is given by itself or by a name that carries it', async () => {
  await send('POST', ALL, { name: '14.1', set: 10, from: '2024-01-10' });
  expect(await rowsOf('s10-14.1')).toMatchObject([{ set: 10, patch: '14.1' }]);
  expect((await send('DELETE', `${ALL}/14.1?set=10`)).statusCode).toBe(200);
  await send('POST', ALL, { name: 's10-14.1', from: '2024-01-10' });
  expect((await send('PUT', `${ALL}/s10-14.1`, { from: '2024-01-11' })).statusCode).toBe(200);
});

test('a task of the projector is described', async () => {
  const id = await requestProjectionTask(postgres.database, { kind: 'rebuild', patch: '17.4' });
  const answer = await under.server.inject({ url: `/api/admin/tft/projection-tasks/${id}`, headers });
  const body = answer.json<ProjectionTask>();
  expect(Compile(ProjectionTask).Errors(body)).toEqual([]);
  expect(body).toEqual({
    id,
    kind: 'rebuild',
    patch: '17.4',
    state: 'wanted',
    progress: {},
    outcome: null,
  });
});
