/** The statements and settings of a cluster, tried on a real engine as far as one engine goes (`test/support/clickhouse-cluster.ts`). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECTED_TABLES } from '#/app/open-projector.ts';
import {
  type ProjectionTask,
  readProjectionTask,
  requestProjectionTask,
} from '#/match/project/projection-task.ts';
import { readProjectionLag } from '#/match/project/projection.ts';
import { createProjector, type Projector } from '#/match/project/projector.ts';
import { publishRawAgain } from '#/match/raw.ts';
import { createGameReader, createPatchSource, createTftProjection } from '#/tft/flatten.ts';
import { seedPatches } from '#/tft/patch.ts';
import {
  CLUSTER_DATABASE,
  type ClusterUnderTest,
  startClusterUnderTest,
} from '../../../test/support/clickhouse-cluster.ts';
import { gameIds, storeGames } from '../../../test/support/projector/stored-games.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { NotYet, until } from '../../../test/support/until.ts';
import { silentLog } from './embedded/server-under-test.ts';
import { dropPartition, listPartitions } from './projected-rows.ts';
import { createMissingTables } from './projected-tables.ts';

const GAMES = 40;

let postgres: TestDatabase;
let cluster: ClusterUnderTest;
let projector: Projector;

beforeAll(async () => {
  [postgres, cluster] = await Promise.all([createTestDatabase(), startClusterUnderTest(1)]);
  const { database } = postgres;
  await seedPatches(database);
  await create();
  projector = createProjector({
    connection: postgres.connection,
    database,
    clickhouse: cluster.clickhouse.writer,
    log: silentLog,
    pageSize: 50,
    collectMs: 100,
    projections: [
      createTftProjection({
        database,
        log: silentLog,
        readGame: createGameReader(),
        patches: createPatchSource(database, () => new Date()),
        keptPatches: 100,
      }),
    ],
  });
});
afterAll(async () => {
  await projector.stop();
  await cluster.stop();
  await postgres.drop();
});

function create(clickhouse = cluster.clickhouse): Promise<string[]> {
  const { writer: client } = clickhouse;
  return createMissingTables({ client, postgres: postgres.database, tables: PROJECTED_TABLES });
}

async function ask<Row>(query: string): Promise<Row[]> {
  return cluster.alone().writer.query<Row>(query);
}

async function untilProjected(): Promise<void> {
  await until('everything is projected', 20_000, async () => {
    const { fault, lag, state } = projector.describe();
    if (fault !== null) throw new NotYet(fault);
    const behind = await readProjectionLag(postgres.database, 'tft', 'tft');
    return state === 'projecting' && lag?.rows === 0 && behind?.rows === 0;
  });
}

async function run(kind: 'verify' | 'rebuild', patch: string | null = null): Promise<ProjectionTask> {
  const id = await requestProjectionTask(postgres.database, { kind, patch });
  return until(`task ${kind} ends`, 30_000, async () => {
    const task = await readProjectionTask(postgres.database, id);
    return task?.state === 'done' || task?.state === 'failed' ? task : null;
  });
}

test('every table is two: one that stores rows and one that is queried', async () => {
  const tables = await ask<{ name: string; engine: string }>(
    `select name, engine from system.tables where database = '${CLUSTER_DATABASE}' order by name`,
  );
  const names = ['lol_participant', 'tft_board', 'tft_item', 'tft_unit'];
  expect(tables).toEqual(
    names.flatMap((name) => [
      { name, engine: 'Distributed' },
      { name: `${name}_local`, engine: 'MergeTree' },
    ]),
  );
  expect(await create()).toEqual([]);
});

test('a database that was made for a cluster is refused without its name', async () => {
  await expect(create(cluster.alone())).rejects.toThrow(
    /was made for a cluster, but CLICKHOUSE_CLUSTER is not set/,
  );
});

describe('the projector', () => {
  test('projects into the tables that are asked, and the rows lie in the others', async () => {
    await storeGames(
      postgres.database,
      gameIds(1, GAMES).map((id) => ({ id })),
    );
    projector.start();
    await untilProjected();
    expect(await ask('select toUInt32(count()) as boards from games.tft_board_local')).toEqual([
      { boards: 8 * GAMES },
    ]);
    expect((await run('verify')).outcome).toMatchObject({ agrees: true, games: GAMES, differences: [] });
  });

  test('finds and mends what is missing and what is too much', async () => {
    const alone = cluster.alone();
    await alone.writer.command('alter table tft_unit_local delete where board % 7 = 3');
    await alone.writer.command('insert into tft_board_local select * from tft_board_local limit 40');
    const { state, outcome } = await run('verify');
    // Compared once more at its end.
    expect([state, (outcome as { differences: unknown[] }).differences.length > 0]).toEqual(['done', true]);
  });

  test('replaces games that come again', async () => {
    await publishRawAgain(postgres.database, 'tft', gameIds(1, 5));
    await untilProjected();
    expect((await run('verify')).outcome).toMatchObject({ agrees: true, games: GAMES, differences: [] });
  });

  test('builds everything anew and exchanges the tables that hold rows', async () => {
    const ids = () =>
      ask<{ id: string }>(
        `select toString(uuid) as id from system.tables where database = '${CLUSTER_DATABASE}' and name like 'tft%local' order by name`,
      );
    const before = await ids();
    expect((await run('rebuild')).state).toBe('done');
    const after = await ids();
    expect(after).toHaveLength(before.length);
    for (const [at, { id }] of after.entries()) expect(id).not.toBe(before[at]?.id);
  });

  test('builds one patch anew, and lets partitions go', async () => {
    const { writer } = cluster.clickhouse;
    const patches = await listPartitions(writer, ['tft_board', 'tft_unit']);
    expect(patches.length).toBeGreaterThan(1);
    const [gone = ''] = patches;
    // Everything is verified after it.
    expect((await run('rebuild', gone)).outcome).toMatchObject({
      agrees: true,
      games: GAMES,
      differences: [],
    });
    expect(await listPartitions(writer, ['tft_board'])).toEqual(patches);
    for (const table of ['tft_board', 'tft_unit', 'tft_item']) await dropPartition(writer, table, gone);
    expect(await listPartitions(writer, ['tft_board', 'tft_unit'])).toEqual(patches.slice(1));
  });
});

test('the engine understands each statement as it is sent to a cluster', async () => {
  const words = new Set(cluster.distributed.map((statement) => /^\w+( \w+)?/.exec(statement)?.[0] ?? ''));
  expect([...words].toSorted()).toEqual([
    'alter table',
    'create database',
    'create table',
    'drop table',
    'exchange tables',
  ]);
  // One of those that differ in numbers and names only.
  const kinds = new Map(cluster.distributed.map((one) => [one.replaceAll(/\d+|'[^']*'/g, ''), one]));
  for (const statement of kinds.values()) {
    const [{ explain: first } = { explain: '' }] = await ask<{ explain: string }>(`explain ast ${statement}`);
    expect(first).toMatch(/^(Create|Drop|Alter|Rename)/);
  }
});
