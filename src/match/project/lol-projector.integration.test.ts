/** League of Legends beside Teamfight Tactics: timelines that come late, faults that concern one of them alone, verify and rebuild. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotYet, until } from '../../../test/support/until.ts';
import { silentLog } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { readProjection, readProjectionLag } from './projection.ts';
import {
  type AskedTask,
  type ProjectionTask,
  readProjectionTask,
  requestProjectionTask,
} from './projection-task.ts';
import { AGREED, ask, lookAtBoth } from '../../../test/support/projector/agreement.ts';
import { lookAtBothLol } from '../../../test/support/projector/lol-agreement.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../../test/support/projector/projection-under-test.ts';
import { gameIds, storeGames } from '../../../test/support/projector/stored-games.ts';
import {
  lolBodyOf,
  storeLateTimeline,
  storeLolGames,
} from '../../../test/support/projector/stored-lol-games.ts';
import { createAllProjections } from '#/app/open-projector.ts';
import { createLolProjection } from '#/lol/flatten.ts';
import type { Projector } from './projector.ts';
import { verifyProjection } from './verify.ts';

let stage: ProjectionUnderTest;
let projector: Projector;
beforeAll(async () => {
  stage = await startProjectionUnderTest();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  await stage.clear();
  projector = startBoth();
});
afterEach(() => projector.stop());

function startBoth(changes: Parameters<ProjectionUnderTest['projector']>[0] = {}): Projector {
  const { database } = stage.postgres;
  const projections = createAllProjections({ database, log: silentLog, keptPatches: 100 });
  const one = stage.projector({ projections, ...changes });
  one.start();
  return one;
}

async function untilProjected(): Promise<void> {
  await until('everything is projected', 20_000, async () => {
    const { fault, state, lag } = projector.describe();
    if (fault !== null) throw new NotYet(fault);
    const behind = await Promise.all(
      ['tft', 'lol'].map((one) => readProjectionLag(stage.postgres.database, one, one)),
    );
    return state === 'projecting' && lag?.rows === 0 && behind.every((one) => one?.rows === 0);
  });
}

const store = (ids: readonly string[], timeline = false): Promise<void> =>
  storeLolGames(
    stage.postgres.database,
    ids.map((id) => ({ id, timeline })),
  );

async function run(asked: AskedTask): Promise<ProjectionTask> {
  const id = await requestProjectionTask(stage.postgres.database, asked);
  return until(`task ${asked.kind} ends`, 30_000, async () => {
    const task = await readProjectionTask(stage.postgres.database, id);
    return task?.state === 'done' || task?.state === 'failed' ? task : null;
  });
}

const command = (query: string): Promise<unknown> => stage.clickhouse.writer.command(query);

const viewOf = (source: 'tft' | 'lol') => projector.describe().sources.find((one) => one.source === source);

test('games of both are projected by the one that leads, each into its own tables, and each tells its lag', async () => {
  await store(gameIds(1, 30));
  await storeGames(
    stage.postgres.database,
    gameIds(1, 30).map((id) => ({ id })),
  );
  await untilProjected();
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
  expect(await lookAtBoth(stage)).toEqual(AGREED);
  expect([viewOf('tft')?.games, viewOf('lol')?.games, projector.describe().games]).toEqual([30, 30, 60]);
  expect(
    await ask(stage, 'select season, count() as n from lol_participant group by season order by season'),
  ).toEqual([
    { season: '15', n: 150 },
    { season: '16', n: 150 },
  ]);
  await projector.stop();
  await store(['EUW1_901', 'EUW1_902']);
  expect((await readProjectionLag(stage.postgres.database, 'lol', 'lol'))?.rows).toBe(2);
  expect((await readProjectionLag(stage.postgres.database, 'tft', 'tft'))?.rows).toBe(0);
});

test('a timeline that is stored together with its game is projected once, and one that comes late replaces the rows', async () => {
  await store(gameIds(1, 8), true);
  await untilProjected();
  expect(viewOf('lol')?.games).toBe(8);
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
  await store(gameIds(101, 8));
  await untilProjected();
  const told = 'select toUInt32(uniqExact(game)) as n from lol_participant where has_timeline = 1';
  expect(await ask(stage, told)).toEqual([{ n: 8 }]);
  for (const id of gameIds(101, 5)) await storeLateTimeline(stage.postgres.database, id);
  await untilProjected();
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
  expect(await ask(stage, told)).toEqual([{ n: 13 }]);
  expect(await ask(stage, 'select toUInt32(count()) as n from lol_participant')).toEqual([{ n: 160 }]);
});

test('a body and a timeline that cannot be counted are quarantined with the reason, and stop nobody', async () => {
  await storeLolGames(stage.postgres.database, [
    { id: 'EUW1_1', body: Buffer.from('{"metadata":'), timeline: true },
    { id: 'EUW1_2', timeline: Buffer.from('{}') },
    { id: 'EUW1_3', timeline: true },
    { id: 'EUW1_4', body: lolBodyOf('EUW1_4', { participants: [], gameVersion: '', gameDuration: 0 }) },
  ]);
  await untilProjected();
  const { database } = stage.postgres;
  expect(await database.query('select id, state, reason from gamekeeper.match order by id')).toEqual([
    { id: 'EUW1_1', state: 'quarantined', reason: 'the stored body is not JSON' },
    { id: 'EUW1_2', state: 'stored', reason: null },
    { id: 'EUW1_3', state: 'stored', reason: null },
    { id: 'EUW1_4', state: 'stored', reason: null },
  ]);
  expect(await database.query('select id, state, reason from gamekeeper.timeline order by id')).toMatchObject(
    [
      { id: 'EUW1_1', state: 'stored' },
      { id: 'EUW1_2', state: 'quarantined', reason: expect.stringContaining('is missing') },
      { id: 'EUW1_3', state: 'stored' },
    ],
  );
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
  expect(await run({ source: 'lol', kind: 'verify', patch: null })).toMatchObject({
    state: 'done',
    outcome: { games: 3, rows: 20, differences: [], agrees: true },
  });
});

test('verify finds and mends whatever happened to the rows, also of games that were published again before', async () => {
  await store(gameIds(1, 40));
  await untilProjected();
  for (const id of gameIds(1, 30)) await storeLateTimeline(stage.postgres.database, id);
  await untilProjected();
  // Each in a bucket of its own.
  await command('alter table lol_participant delete where number = 1 and seat = 3');
  await command('insert into lol_participant select * from lol_participant where number = 2');
  await command('alter table lol_participant update gold_10 = null where number = 3');
  const task = await run({ source: 'lol', kind: 'verify', patch: null });
  expect(task).toMatchObject({ state: 'done', outcome: { games: 40, agrees: true, unjudged: 0 } });
  const differences = task.outcome?.['differences'] as { table: string; kind: string }[];
  expect(differences.map(({ table, kind }) => `${table} ${kind}`).toSorted()).toEqual([
    'lol_participant missing',
    'lol_participant other',
    'lol_participant surplus',
  ]);
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
});

/** The server is shared: a transaction that another test has open hides these rows for as long as it lasts. */
async function untilNobodyHoldsBack(): Promise<void> {
  await until('nobody holds the rows back', 30_000, async () => {
    const [row] = await stage.postgres.database.query<{ isFree: boolean }>(
      'select bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())) as "isFree" from gamekeeper.raw',
    );
    return row?.isFree;
  });
}

test('while it is verified, what is stored meanwhile is projected, and what was damaged before is mended', async () => {
  await store(gameIds(1, 120));
  await untilProjected();
  await projector.stop();
  const live = await readProjection(stage.postgres.database, 'lol');
  if (live === undefined) throw new Error('nothing was projected');
  await command('alter table lol_participant delete where number = 2');
  const parts = { ...stage.parts, projection: createLolProjection(), collectMs: 0, pageSize: 400 };
  const games = 'select toUInt32(uniqExact(game)) as n from lol_participant';
  const seen: unknown[] = [];
  let pages = 0;
  const found = await verifyProjection(
    parts,
    live,
    async () => {
      pages += 1;
      seen.push(...(await ask(stage, games)));
      if (pages !== 1) return;
      // Of all buckets, so also of that of the one that is missing.
      await store(gameIds(1_001, 256));
      await storeLateTimeline(stage.postgres.database, 'EUW1_3');
      await untilNobodyHoldsBack();
    },
    new AbortController().signal,
  );
  // The second page finds what came during the first.
  expect(seen.slice(0, 2)).toEqual([{ n: 119 }, { n: 119 + 256 }]);
  expect(found).toMatchObject({ agrees: true, differences: [{ kind: 'missing' }] });
  projector = startBoth();
  await untilProjected();
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
  expect(await run({ source: 'lol', kind: 'verify', patch: null })).toMatchObject({
    outcome: { games: 376, differences: [], unjudged: 0, agrees: true },
  });
});

test('a rebuild of one source, or of one season of it, leaves the other source alone', async () => {
  await store(gameIds(1, 20), true);
  await storeGames(
    stage.postgres.database,
    gameIds(1, 5).map((id) => ({ id })),
  );
  await untilProjected();
  const idsOf = async (name: string) => (await readProjection(stage.postgres.database, name))?.tableIds;
  const [tft, lol] = [await idsOf('tft'), await idsOf('lol')];
  await command('alter table lol_participant delete where seat < 5');
  expect(await run({ source: 'lol', kind: 'rebuild', patch: '16' })).toMatchObject({
    state: 'done',
    outcome: { agrees: true },
  });
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
  expect(await idsOf('lol')).toEqual(lol);
  await command('alter table lol_participant delete where seat < 5');
  expect(await run({ source: 'lol', kind: 'rebuild', patch: null })).toMatchObject({ state: 'done' });
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
  expect(await idsOf('lol')).not.toEqual(lol);
  expect(await idsOf('tft')).toEqual(tft);
  expect(await run({ source: 'lol', kind: 'rebuild', patch: '3' })).toMatchObject({
    state: 'failed',
    outcome: { error: 'None of 20 stored games is of season 3.' },
  });
});

test('a rebuild while timelines come late doubles nothing and loses nothing', async () => {
  const ids = gameIds(1, 60);
  await store(ids);
  await untilProjected();
  await projector.stop();
  projector = startBoth({ pageSize: 10 });
  const rebuilding = run({ source: 'lol', kind: 'rebuild', patch: null });
  for (const id of ids.slice(0, 30)) await storeLateTimeline(stage.postgres.database, id);
  expect(await rebuilding).toMatchObject({ state: 'done' });
  await untilProjected();
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
});

test('a fault of one source stops nothing of the other', async () => {
  await untilProjected();
  await command('rename table lol_participant to elsewhere');
  try {
    await until('the fault is seen', 20_000, () => viewOf('lol')?.fault !== null);
    await storeGames(stage.postgres.database, [{ id: 'EUW1_1' }]);
    await until('the other one goes on', 20_000, () => viewOf('tft')?.games === 1);
    expect(viewOf('tft')).toMatchObject({ state: 'projecting', fault: null });
    expect(projector.describe().fault).toBe(viewOf('lol')?.fault);
  } finally {
    await command('rename table elsewhere to lol_participant');
  }
  await store(['EUW1_1']);
  await until('it is well again', 30_000, () => viewOf('lol')?.fault === null && viewOf('lol')?.games === 1);
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
});

test('rows of a void batch are removed by the projection whose batch it was, and by no other', async () => {
  await store(['EUW1_2']);
  await untilProjected();
  await projector.stop();
  const { database } = stage.postgres;
  await database.query(
    `insert into gamekeeper.batch (id, projection, version, state, from_xid, from_rev, to_xid, to_rev, patches, games, ended_at)
     values (9999, 'lol', 1, 'void', '0', 0, '0', 0, '{15}', 1, now())`,
  );
  await command('insert into lol_participant select * replace (9999 as batch) from lol_participant');
  expect((await lookAtBothLol(stage)).doubled).toEqual(['EUW1_2']);
  projector = stage.projector();
  projector.start();
  await until('the other projection has settled', 20_000, () => projector.describe().state === 'projecting');
  expect(await database.query('select clean_at from gamekeeper.batch where id = 9999')).toEqual([
    { cleanAt: null },
  ]);
  await projector.stop();
  projector = startBoth();
  await untilProjected();
  expect(await lookAtBothLol(stage)).toEqual(AGREED);
});
