/** Projectors and ClickHouse that die in the middle of a batch: every stored match of both sources is in ClickHouse once. */
import { request as forward } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drilled } from '../../../test/support/drilled.ts';
import {
  passTo,
  startFaultyServer,
  type FaultyServer,
  type Normally,
} from '../../../test/support/faulty-server.ts';
import { until } from '../../../test/support/until.ts';
import type { ClickHouse, ClickHouseConnection } from '#/runtime/clickhouse/clickhouse.ts';
import {
  silentLog,
  originOf,
  serverAt,
  startServerUnderTest,
  through,
  type ServerUnderTest,
} from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { readProjection, readProjectionLag } from './projection.ts';
import { publishRawAgain } from '../raw.ts';
import { AGREED, ask, lookAtBoth } from '../../../test/support/projector/agreement.ts';
import { lookAtBothLol } from '../../../test/support/projector/lol-agreement.ts';
import { startProjectorChild, type ProjectorChild } from '../../../test/support/projector/projector-child.ts';
import {
  startProjectionUnderTest,
  withCall,
  type ProjectionUnderTest,
} from '../../../test/support/projector/projection-under-test.ts';
import { gameIds, storeGames } from '../../../test/support/projector/stored-games.ts';
import { storeLateTimeline, storeLolGames } from '../../../test/support/projector/stored-lol-games.ts';
import { createAllProjections } from '#/app/open-projector.ts';
import { createLolProjection } from '#/lol/flatten.ts';
import type { Projector } from './projector.ts';
import { verifyProjection } from './verify.ts';

/** Its own, because these tests kill it. */
let server: ServerUnderTest;
let stage: ProjectionUnderTest;
/** Before the engine. What it does with an insert is up to each test. */
let proxy: FaultyServer;
let proxied: ClickHouse;
let child: ProjectorChild | undefined;
const projectors: Projector[] = [];
beforeAll(async () => {
  server = await startServerUnderTest(1);
  stage = await startProjectionUnderTest(server);
  proxy = await startFaultyServer(loseAnswers(originOf(server.connection)));
  proxied = serverAt(viaProxy()).open(stage.clickhouse.name);
});
afterAll(async () => {
  await proxied.close();
  await proxy.stop();
  await stage.stop();
});
beforeEach(async () => {
  await stage.clear();
  proxy.decide = () => null;
  proxy.seen.length = 0;
});
afterEach(async () => {
  await child?.end('SIGKILL');
  await Promise.all(projectors.splice(0).map((projector) => projector.stop()));
});

const viaProxy = (): ClickHouseConnection => through(server.connection, proxy.origin);

/** A part of an answer is none: the engine does what it was asked, and the connection ends. */
function loseAnswers(target: string): Normally {
  const pass = passTo(target);
  const { hostname, port } = new URL(target);
  return (incoming, outgoing, part) => {
    if (part === null) return pass(incoming, outgoing, part);
    const { method, url: path, headers } = incoming;
    const onward = forward({ hostname, port, method, path, headers }, (answer) => {
      answer.resume();
      incoming.socket.resetAndDestroy();
    });
    incoming.pipe(onward);
  };
}

/** Counts inserts from 1. */
function atInsert<T>(act: (insert: number) => T): (method: string, url: string) => T | null {
  let inserts = 0;
  return (_, url) => (url === '/insert' ? act(++inserts) : null);
}

function start(changes: Parameters<ProjectionUnderTest['projector']>[0] = {}): Projector {
  const { database } = stage.postgres;
  const projections = createAllProjections({ database, log: silentLog, keptPatches: 100 });
  const projector = stage.projector({ projections, pageSize: 15, ...changes });
  projectors.push(projector);
  projector.start();
  return projector;
}

/** Of both sources, every fourth match of League of Legends with a timeline. */
async function store(from: number, count = 40): Promise<void> {
  const { database } = stage.postgres;
  const ids = gameIds(from, count);
  await storeGames(
    database,
    ids.map((id) => ({ id })),
  );
  await storeLolGames(
    database,
    ids.map((id, at) => ({ id, timeline: at % 4 === 0 })),
  );
}

const lagRows = async (): Promise<number> => {
  const lags = await Promise.all(
    ['tft', 'lol'].map((one) => readProjectionLag(stage.postgres.database, one, one)),
  );
  return lags.reduce((sum, lag) => sum + (lag?.rows ?? 1_000), 0);
};
const untilNothingWaits = () =>
  until('nothing waits to be projected', 60_000, async () => (await lagRows()) === 0);

/** By two ways of counting that share nothing. */
async function prove(): Promise<object> {
  const differences = [];
  for (const projection of [stage.parts.projection, createLolProjection()]) {
    const live = await readProjection(stage.postgres.database, projection.source);
    if (live === undefined) throw new Error(`nothing was projected of ${projection.source}`);
    const parts = { ...stage.parts, projection };
    const found = await verifyProjection(parts, live, () => undefined, new AbortController().signal);
    differences.push(...found.differences);
  }
  return { tft: await lookAtBoth(stage), lol: await lookAtBothLol(stage), differences };
}
const PROVED = { tft: AGREED, lol: AGREED, differences: [] };

const countBatches = async (state: 'open' | 'void'): Promise<number> =>
  (await stage.postgres.database.query('select from gamekeeper.batch where state = $1', [state])).length;

test('when the projector that leads is killed in the middle of a batch, the next one loses and doubles nothing', async () => {
  const kills = drilled(1, 25);
  for (let kill = 0; kill < kills; kill++) {
    const first = 1 + 100 * kill;
    await store(first);
    const voided = await countBatches('void');
    // The tables before this one have their rows.
    proxy.decide = atInsert((insert) => (insert > 2 + (kill % 6) ? { kind: 'silent' } : null));
    proxy.seen.length = 0;
    child = startProjectorChild(stage, 15, viaProxy());
    await until('an insert is under way', 60_000, () => proxy.seen.some(({ fault }) => fault !== null));
    const next = start();
    for (const id of gameIds(first, 40).filter((_, at) => at % 4 === 1))
      await storeLateTimeline(stage.postgres.database, id);
    await stage.postgres.database.transaction((tx) => publishRawAgain(tx, 'lol', gameIds(first + 2, 2)));
    expect(next.leads()).toBe(false);
    expect(await countBatches('open')).toBeGreaterThan(0);
    await child.end('SIGKILL');

    await untilNothingWaits();
    expect(next.leads()).toBe(true);
    expect(await countBatches('void')).toBeGreaterThan(voided);
    await next.stop();
  }
  expect(await prove()).toEqual(PROVED);
});

test('kills of ClickHouse during inserts lose nothing and double nothing', async () => {
  const { embedded } = server;
  start({ clickhouse: proxied.writer });
  for (let kill = 0; kill < drilled(1, 10); kill++) {
    const { restarts, pid } = embedded.describe();
    proxy.decide = atInsert((insert) => {
      if (insert === 4) process.kill(pid ?? 0, 'SIGKILL');
      return null;
    });
    await store(1 + 100 * kill);
    await until('the engine runs again', 60_000, () => embedded.describe().restarts > restarts);
  }
  await untilNothingWaits();
  expect(await prove()).toEqual(PROVED);
});

test.each([
  ['request', { kind: 'reset' }],
  ['answer', { kind: 'cut', afterBytes: 0 }],
] as const)('an insert whose %s is lost is not sent twice', async (_, fault) => {
  proxy.decide = atInsert((insert) => (insert === 2 || insert === 9 ? fault : null));
  start({ clickhouse: proxied.writer });
  await store(1);
  await untilNothingWaits();
  expect(proxy.seen.filter((seen) => seen.fault !== null)).toHaveLength(2);
  expect(await countBatches('void')).toBeGreaterThan(0);
  expect(await prove()).toEqual(PROVED);
});

test('a projector that stops in good order ends its batch, and the next one finds nothing to take back', async () => {
  await store(1);
  const first = start();
  await until('it has sent batches', 20_000, () => first.describe().batches > 1);
  await first.stop();
  expect(await countBatches('open')).toBe(0);
  start();
  await untilNothingWaits();
  expect(await countBatches('void')).toBe(0);
  expect(await prove()).toEqual(PROVED);
});

test('a projector that was paused until another took over removes what it sends late, and sends it anew', async () => {
  const { database } = stage.postgres;
  const paused = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  const slow = withCall(stage.clickhouse.writer, 'insert', async (run, table) => {
    if (table.includes('tft_unit')) {
      paused.resolve();
      await resume.promise;
    }
    return run();
  });
  const first = start({ clickhouse: slow });
  await store(1, 20);
  await paused.promise;
  // PostgreSQL takes the lock from a process that does not answer.
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'gamekeeper projector' and datname = current_database()`,
  );
  const second = start();
  await untilNothingWaits();
  expect(second.leads()).toBe(true);
  resume.resolve();
  await until('the first one follows', 20_000, () => first.describe().state === 'following');
  await second.stop();
  await store(101, 5);
  await untilNothingWaits();
  expect(await prove()).toEqual(PROVED);
});

test('rows of a void batch that arrive late are found and removed', async () => {
  const projector = start();
  await store(2, 1);
  await untilNothingWaits();
  await projector.stop();
  // As a process does that was paused between asking and sending.
  await stage.postgres.database.query(
    `insert into gamekeeper.batch (id, projection, version, state, from_xid, from_rev, to_xid, to_rev, patches, games, ended_at, clean_at)
     values (9999, 'tft', 1, 'void', '0', 0, '0', 0, '{17.3}', 1, now() - interval '2 minutes', now() - interval '1 minute')`,
  );
  await stage.clickhouse.writer.command(
    'insert into tft_unit select * replace (9999 as batch) from tft_unit',
  );
  expect((await lookAtBoth(stage)).doubled).toEqual(['EUW1_2']);
  start();
  await until('the late rows are gone', 20_000, async () => (await lookAtBoth(stage)).doubled.length === 0);
  expect(await prove()).toEqual(PROVED);
});

test('a projector whose batch was declared void between question and insert removes what it sent and sends it anew', async () => {
  const { database } = stage.postgres;
  let isTakenOver = false;
  const late = withCall(stage.clickhouse.writer, 'insert', async (run, table) => {
    if (table.includes('tft_unit') && !isTakenOver) {
      isTakenOver = true;
      // As another one does that takes over.
      await database.query(
        `update gamekeeper.batch set state = 'void', ended_at = now() where state = 'open' and projection = 'tft'`,
      );
    }
    return run();
  });
  start({ clickhouse: late });
  await store(1, 2);
  await untilNothingWaits();
  const [voided, ...others] = await database.query<{ id: number }>(
    `select id::int as id from gamekeeper.batch where state = 'void'`,
  );
  expect(others).toEqual([]);
  expect(await ask(stage, `select count() as n from tft_unit where batch = ${voided?.id}`)).toEqual([
    { n: 0 },
  ]);
  expect(await prove()).toEqual(PROVED);
});
