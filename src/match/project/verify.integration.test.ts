/** Whatever happened to ClickHouse or PostgreSQL: the projection is proved, mended or built anew, and never silently wrong. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOwnPostgres, type OwnPostgres } from '../../../test/support/jobs-postgres.ts';
import { NotYet, until } from '../../../test/support/until.ts';
import { PROJECTION_VERSION } from '#/domain/tft/rows.ts';
import { silentLog } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { readTableIds } from '#/runtime/clickhouse/projected-tables.ts';
import { createDatabase } from '#/runtime/postgres/database.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import { readProjection, readProjectionLag } from './projection.ts';
import { publishRawAgain } from '../raw.ts';
import { type ProjectionTask, readProjectionTask, requestProjectionTask } from './projection-task.ts';
import { AGREED, ask, lookAtBoth } from '../../../test/support/projector/agreement.ts';
import {
  startProjectionUnderTest,
  withCall,
  type ProjectionUnderTest,
} from '../../../test/support/projector/projection-under-test.ts';
import { bodyOf, gameIds, storeGames } from '../../../test/support/projector/stored-games.ts';
import { LIVE, NEXT } from '#/tft/flatten.ts';
import { createAllProjections } from '#/app/open-projector.ts';
import { createProjector, type Projector } from './projector.ts';
import { verifyProjection } from './verify.ts';

let stage: ProjectionUnderTest;
let projector: Projector;
beforeAll(async () => {
  stage = await startProjectionUnderTest();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  await stage.clear();
  projector = stage.projector();
});
afterEach(() => projector.stop());

async function untilProjected(one = projector, database = stage.postgres.database): Promise<void> {
  await until('everything is projected', 20_000, async () => {
    const { fault, lag, state } = one.describe();
    if (fault !== null) throw new NotYet(fault);
    const behind = await readProjectionLag(database, 'tft', 'tft');
    return state === 'projecting' && lag?.rows === 0 && behind?.rows === 0;
  });
}

async function project(count: number): Promise<void> {
  await storeGames(
    stage.postgres.database,
    gameIds(1, count).map((id) => ({ id })),
  );
  projector.start();
  await untilProjected();
}

async function run(kind: 'verify' | 'rebuild', patch: string | null = null): Promise<ProjectionTask> {
  const id = await requestProjectionTask(stage.postgres.database, { kind, patch });
  return until(`task ${kind} ends`, 30_000, async () => {
    const task = await readProjectionTask(stage.postgres.database, id);
    return task?.state === 'done' || task?.state === 'failed' ? task : null;
  });
}

/** In any table: the rows of `EUW1_<number>`, given by PostgreSQL another number in every test. */
const game = (number: number): string =>
  `board % 536870912 in (select board % 536870912 from tft_board where number = ${number})`;

const command = (query: string): Promise<unknown> => stage.clickhouse.writer.command(query);

/** What happened, and what is found in which table. Those of one kind happen at once. */
const DAMAGES = [
  {
    'rows that were deleted': `alter table tft_unit delete where ${game(7)} and place = 3`,
    'a whole partition that was deleted': `alter table tft_board drop partition '17.3'`,
    found: ['tft_board missing', 'tft_unit missing'],
  },
  {
    'rows that are there twice': `insert into tft_item select * from tft_item where ${game(8)}`,
    'rows of a game that was never stored': `insert into tft_board select * replace (board + 99999 as board)
      from (select * from tft_board where ${game(8)})`,
    'rows of a patch that never was': `insert into tft_unit select * replace ('9.9' as patch)
      from (select * from tft_unit where ${game(8)})`,
    found: ['tft_board surplus', 'tft_item surplus', 'tft_unit surplus'],
  },
  {
    'items that were changed': `alter table tft_unit update items = [1] where ${game(9)} and copy = 1`,
    'a value that was changed': `alter table tft_board update main_trait = 0 where ${game(9)} and place = 1`,
    found: ['tft_board other', 'tft_unit other'],
  },
];

test('verify finds nothing where nothing is wrong, and finds and mends whatever happened to the rows', async () => {
  await project(40);
  expect((await run('verify')).outcome).toMatchObject({
    games: 40,
    rows: 40 * (8 + 16 + 16),
    partitions: 2,
    differences: [],
    staleRanks: 0,
    agrees: true,
    looked: 40,
  });
  const before = await readProjection(stage.postgres.database, 'tft');
  for (const { found, ...damages } of DAMAGES) {
    for (const damage of Object.values(damages)) await command(damage);
    const task = await run('verify');
    const differences = task.outcome?.['differences'] as { table: string; kind: string }[];
    expect(task).toMatchObject({ state: 'done', outcome: { agrees: true } });
    expect([...new Set(differences.map(({ table, kind }) => `${table} ${kind}`))].sort()).toEqual(found);
    expect(await lookAtBoth(stage)).toEqual(AGREED);
  }
  // The numbers of the mending batches are known: they are no reason to doubt everything and to build it anew.
  await projector.stop();
  projector = stage.projector();
  projector.start();
  await untilProjected();
  expect((await readProjection(stage.postgres.database, 'tft'))?.tableIds).toEqual(before?.tableIds);
});

test('games that are published again while it is verified are left to the projection, and are no damage', async () => {
  await project(12);
  await projector.stop();
  const { database } = stage.postgres;
  await database.transaction((tx) => publishRawAgain(tx, 'tft', ['EUW1_3']));
  const live = await readProjection(database, 'tft');
  if (live === undefined) throw new Error('nothing was projected');
  const found = await verifyProjection(stage.parts, live, () => undefined, new AbortController().signal);
  // One bucket of each table.
  expect(found).toMatchObject({ games: 11, differences: [], unjudged: 3, agrees: true });
  projector = stage.projector();
  projector.start();
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  expect(await run('verify')).toMatchObject({ outcome: { games: 12, differences: [], unjudged: 0 } });
});

test('verify leaves alone what is right, also of games that were published again before', async () => {
  await project(12);
  const { database } = stage.postgres;
  await database.transaction((tx) => publishRawAgain(tx, 'tft', gameIds(1, 12)));
  await untilProjected();
  await command(`alter table tft_unit delete where ${game(7)}`);
  expect(await run('verify')).toMatchObject({ state: 'done', outcome: { agrees: true } });
  expect(await lookAtBoth(stage)).toEqual(AGREED);
});

test('a rank that is known better by now is no damage, and is brought up to date', async () => {
  await project(10);
  await stage.postgres.database.query(
    `insert into gamekeeper.rank_snapshot values ('tft', $1, 'RANKED_TFT', '2026-01-01', 'euw1', 'MASTER', 'I', 40, 1, 1)`,
    [`${'5'.repeat(77)}p`],
  );
  const found = await run('verify');
  expect(found.outcome).toMatchObject({ differences: [], agrees: true });
  expect(found.outcome?.['staleRanks']).toBeGreaterThan(0);
  expect(await ask(stage, 'select toUInt32(count()) as n from tft_board where lp = 40')).toEqual([{ n: 10 }]);
  expect(await lookAtBoth(stage)).toEqual(AGREED);
});

test.each([
  ['verify', null],
  ['rebuild', '17.3b'],
] as const)(
  '%s (patch %s) moves matches to the patch that the calendar gives them by now',
  async (kind, patch) => {
    await project(20);
    await projector.stop();
    await stage.postgres.database.query(
      `insert into gamekeeper.patch (source, set_number, patch, b_patch, starts_at, origin)
     values ('tft', 17, '17.3', 'b', '2026-05-15', 'manual')`,
    );
    // A new one has read the calendar again.
    projector = stage.projector();
    projector.start();
    expect(await run(kind, patch)).toMatchObject({ state: 'done', outcome: { agrees: true } });
    expect(await ask(stage, 'select distinct patch from tft_unit order by patch')).toEqual([
      { patch: '17.3b' },
      { patch: '17.4' },
    ]);
    expect(await lookAtBoth(stage)).toEqual(AGREED);
  },
);

test('a rebuild exchanges the tables for new ones with the same games, and goes on from there', async () => {
  await project(40);
  const before = await readProjection(stage.postgres.database, 'tft');
  await command('alter table tft_unit delete where place < 5');
  const task = await run('rebuild');
  expect(task).toMatchObject({ state: 'done', outcome: { looked: 40, agrees: true } });
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  await storeGames(stage.postgres.database, [{ id: 'EUW1_1001' }]);
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  const after = await readProjection(stage.postgres.database, 'tft');
  expect(after).toMatchObject({ state: 'live', version: PROJECTION_VERSION });
  expect(after?.tableIds).not.toEqual(before?.tableIds);
  expect(
    await ask(
      stage,
      `select name from system.tables where database = currentDatabase() and name like '%next'`,
    ),
  ).toEqual([]);
  expect(await readProjection(stage.postgres.database, 'tft-next')).toBeUndefined();
});

test('a rebuild whose rows were acknowledged and lost is not exchanged', async () => {
  const { writer } = stage.clickhouse;
  const forgetful = withCall(writer, 'insert', (run, table) =>
    table === 'tft_unit_next' ? Promise.resolve() : run(),
  );
  projector = stage.projector({ clickhouse: forgetful });
  await project(30);
  const before = await readProjection(stage.postgres.database, 'tft');
  const task = await run('rebuild');
  expect(task.state).toBe('failed');
  expect(task.outcome?.['error']).toMatch(/tft_unit_next is not what was sent: .* Nothing was exchanged/);
  await untilProjected();
  expect((await readProjection(stage.postgres.database, 'tft'))?.tableIds).toEqual(before?.tableIds);
  expect(await lookAtBoth(stage)).toEqual(AGREED);
});

test('a patch that was let go comes back by a rebuild of it alone, and stays', async () => {
  projector = stage.projector({ keptPatches: 1 });
  await project(20);
  await until('17.3 is gone', 10_000, async () => {
    return (await ask(stage, `select 1 from tft_board where patch = '17.3' limit 1`)).length === 0;
  });
  expect(await run('rebuild', '17.3')).toMatchObject({ state: 'done', outcome: { agrees: true } });
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  expect(await run('verify')).toMatchObject({ outcome: { games: 20, differences: [], agrees: true } });
  // Neither a new game nor a new term drops it.
  await projector.stop();
  projector = stage.projector({ keptPatches: 1 });
  projector.start();
  await storeGames(stage.postgres.database, [{ id: 'EUW1_1002' }]);
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
});

test('rows made by an older version are made again', async () => {
  await project(20);
  await projector.stop();
  await stage.postgres.database.query('update gamekeeper.projection set version = version - 1');
  await command('alter table tft_board drop column carry');
  projector = stage.projector();
  projector.start();
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  const [row] = await ask<{ n: number }>(
    stage,
    'select toUInt32(count()) as n from tft_board where carry > 0',
  );
  expect(row).toEqual({ n: 160 });
});

test('what a newer program has written is left alone, and the lead is given away', async () => {
  await project(5);
  await projector.stop();
  await stage.postgres.database.query('update gamekeeper.projection set version = version + 1');
  await storeGames(stage.postgres.database, [{ id: 'EUW1_1001' }]);
  projector = stage.projector();
  projector.start();
  await until('it says that it is outdated', 10_000, () => projector.describe().state === 'outdated');
  await until('it no longer leads', 10_000, () => !projector.leads());
  expect((await lookAtBoth(stage)).lost).toEqual(['EUW1_1001']);
});

test('a ClickHouse that lost its tables while the projector runs is filled again from the first game', async () => {
  await project(60);
  const before = await readProjection(stage.postgres.database, 'tft');
  for (const { name } of LIVE.tables) await command(`drop table ${name} sync`);
  await stage.clickhouse.migrate();
  await until('it is filled again', 30_000, async () => {
    const { lost, doubled } = await lookAtBoth(stage);
    return lost.length === 0 && doubled.length === 0;
  });
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  expect((await readProjection(stage.postgres.database, 'tft'))?.tableIds).not.toEqual(before?.tableIds);
});

test('a ClickHouse that kept more than PostgreSQL remembers is built anew: an older backup was restored', async () => {
  await project(20);
  await projector.stop();
  const { database } = stage.postgres;
  await database.query(`update gamekeeper.projection set last_batch = 0, xid = '0', rev = 0`);
  await database.query(`delete from gamekeeper.match where id = 'EUW1_3'`);
  await database.query(`delete from gamekeeper.raw where id = 'EUW1_3'`);
  projector = stage.projector();
  projector.start();
  await until('it has settled', 20_000, () => projector.describe().state === 'projecting');
  await untilProjected();
  expect(await lookAtBoth(stage)).toEqual(AGREED);
});

test.each(['building', 'ready'])(
  'a rebuild that was cut off while it was %s leaves everything right',
  async (state) => {
    await project(30);
    await projector.stop();
    const { database } = stage.postgres;
    for (const { name } of LIVE.tables) await command(`create table ${name}_next as ${name}`);
    const next = await readTableIds(stage.clickhouse.writer, NEXT.tables);
    await database.query(
      `insert into gamekeeper.projection (name, version, state, system_id, table_ids, xid, rev, last_batch)
     select 'tft-next', version, $1, system_id, $2, xid, rev, last_batch from gamekeeper.projection`,
      [state, next],
    );
    for (const { name } of LIVE.tables) await command(`insert into ${name}_next select * from ${name}`);
    // One of them was exchanged already.
    if (state === 'ready') await command('exchange tables tft_board and tft_board_next');
    projector = stage.projector();
    projector.start();
    await untilProjected();
    expect(await lookAtBoth(stage)).toEqual(AGREED);
    const ids = (await readProjection(database, 'tft'))?.tableIds;
    const wasExchanged = ids?.join() === next.join();
    expect(wasExchanged).toBe(state === 'ready');
    expect(
      await ask(
        stage,
        `select name from system.tables where database = currentDatabase() and name like '%next'`,
      ),
    ).toEqual([]);
  },
);

test('restored into another PostgreSQL server, whose transactions count from elsewhere, everything is projected anew', async () => {
  await project(30);
  await projector.stop();
  // Far ahead of the other server.
  await stage.postgres.database.query(
    `update gamekeeper.raw set xid = (xid::text::bigint + 900000000)::text::xid8 where id in ('EUW1_4', 'EUW1_5')`,
  );
  const other: OwnPostgres = await createOwnPostgres();
  try {
    await other.start();
    const database = createDatabase({
      connection: other.connection,
      applicationName: 'test',
      maxConnections: 4,
      statementTimeoutMs: 30_000,
      log: silentLog,
    });
    await migratePostgres(database, join(import.meta.dirname, '../../../migrations/postgres'));
    await restore(stage, database);
    const restored = createProjector({
      ...stage.parts,
      database,
      projections: createAllProjections({ database, log: silentLog, keptPatches: 100 }),
      connection: other.connection,
    });
    restored.start();
    try {
      await storeGames(database, [{ id: 'EUW1_5001', body: bodyOf('EUW1_5001') }]);
      await untilProjected(restored, database);
      await until('it has looked at everything', 10_000, async () => {
        const rows = await ask<{ n: number }>(
          stage,
          'select toUInt32(uniqExact(number)) as n from tft_board',
        );
        return rows[0]?.n === 31;
      });
      expect(await lookAtBoth({ ...stage, postgres: { ...stage.postgres, database } })).toEqual(AGREED);
    } finally {
      await restored.stop();
      await database.close();
    }
  } finally {
    await other.kill();
    await other.remove();
  }
});

/** As a dump and a restore do it: the rows as they are, transaction ids of the old server included. */
async function restore(from: ProjectionUnderTest, to: ReturnType<typeof createDatabase>): Promise<void> {
  for (const table of ['match', 'raw', 'projection', 'batch', 'patch', 'tft_code']) {
    const rows = await from.postgres.database.query<{ row: unknown }>(
      `select to_jsonb(t) as row from gamekeeper.${table} as t`,
    );
    for (const { row } of rows)
      await to.query(
        `insert into gamekeeper.${table} overriding system value
         select * from jsonb_populate_record(null::gamekeeper.${table}, $1)`,
        [JSON.stringify(row)],
      );
  }
}
