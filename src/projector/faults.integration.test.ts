/** Processes and stores that die at any moment: every stored game is in ClickHouse once, never twice. */
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drilled } from '../../test/support/drilled.ts';
import { until } from '../../test/support/until.ts';
import { Secret } from '#/domain/secret.ts';
import { createClickHouse } from '#/stores/clickhouse/clickhouse.ts';
import {
  silentLog,
  startServerUnderTest,
  TEST_LIMITS,
  type ServerUnderTest,
} from '#/stores/clickhouse/embedded/server-under-test.ts';
import { readProjection, readProjectionLag } from '#/stores/postgres/projection.ts';
import { AGREED, ask, lookAtBoth } from '../../test/support/projector/agreement.ts';
import { startProjectorChild, type ProjectorChild } from '../../test/support/projector/projector-child.ts';
import {
  startProjectionUnderTest,
  type ProjectionUnderTest,
} from '../../test/support/projector/projection-under-test.ts';
import { gameIds, storeGames } from '../../test/support/projector/stored-games.ts';
import type { Projector } from './projector.ts';
import { verifyProjection } from './verify.ts';

/** Its own, because these tests kill it. */
let server: ServerUnderTest;
let stage: ProjectionUnderTest;
const children: ProjectorChild[] = [];
const projectors: Projector[] = [];
const loads: { stop(): Promise<number> }[] = [];
beforeAll(async () => {
  server = await startServerUnderTest(1);
  stage = await startProjectionUnderTest(server);
});
afterAll(() => stage.stop());
beforeEach(() => stage.clear());
afterEach(async () => {
  await Promise.allSettled(loads.splice(0).map((load) => load.stop()));
  await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')));
  await Promise.all(projectors.splice(0).map((projector) => projector.stop()));
});

function startChild(pageSize = 20): ProjectorChild {
  const child = startProjectorChild(stage, pageSize);
  children.push(child);
  return child;
}

function startHere(changes: Parameters<ProjectionUnderTest['projector']>[0] = {}): Projector {
  const projector = stage.projector(changes);
  projectors.push(projector);
  projector.start();
  return projector;
}

async function untilNothingWaits(withinMs = 40_000): Promise<void> {
  await until('nothing waits to be projected', withinMs, async () => {
    return (await readProjectionLag(stage.postgres.database, 'tft', 'tft'))?.rows === 0;
  });
}

/** Stores games until stopped, 25 at a time, in both patches, and never far ahead of the projector. */
function keepStoring(): { stop(): Promise<number> } {
  const state = { stopped: false };
  const storing = (async () => {
    let next = 1;
    while (!state.stopped) {
      await storeGames(
        stage.postgres.database,
        gameIds(next, 25).map((id) => ({ id })),
      );
      next += 25;
      await until('the projector keeps up', 60_000, async () => {
        const lag = await readProjectionLag(stage.postgres.database, 'tft', 'tft');
        return state.stopped || (lag?.rows ?? next) < 120;
      });
    }
    return next - 1;
  })();
  const load = {
    stop() {
      state.stopped = true;
      return storing;
    },
  };
  loads.push(load);
  return load;
}

/** By two ways of counting that share nothing. */
async function prove(): Promise<object> {
  const agreement = await lookAtBoth(stage);
  const live = await readProjection(stage.postgres.database, 'tft');
  if (live === undefined) throw new Error('nothing was projected');
  const { differences } = await verifyProjection(
    stage.parts,
    live,
    () => undefined,
    new AbortController().signal,
  );
  return { ...agreement, differences };
}
const PROVED = { ...AGREED, differences: [] };

async function countBatches(state: string): Promise<number> {
  const [row] = await stage.postgres.database.query<{ n: number }>(
    'select count(*)::int as n from gamekeeper.batch where state = $1',
    [state],
  );
  return row?.n ?? 0;
}

const KILLS = drilled(2, 25);
const ENGINE_KILLS = drilled(1, 10);

test('kills of the projector in the middle of batches over two partitions lose nothing and double nothing', async () => {
  const load = keepStoring();
  for (let kill = 0; kill < KILLS; kill++) {
    const child = startChild();
    await child.hears('batch', 20_000, 1 + (kill % 3));
    // Every other one while a batch is open; the rest wherever it happens to be.
    if (kill % 2 === 0) await until('a batch is open', 30_000, async () => (await countBatches('open')) > 0);
    else await new Promise((resolve) => setTimeout(resolve, (kill * 23) % 60));
    await child.end('SIGKILL');
  }
  const stored = await load.stop();
  expect(stored).toBeGreaterThan(10 * KILLS);
  expect(await countBatches('open')).toBeLessThanOrEqual(1);
  startChild(200);
  await untilNothingWaits();
  // Otherwise no kill fell into a batch, and nothing was shown.
  expect(await countBatches('void')).toBeGreaterThan(0);
  expect(await prove()).toEqual(PROVED);
});

test('kills of ClickHouse during inserts lose nothing and double nothing', async () => {
  const projector = startHere({ pageSize: 20 });
  const load = keepStoring();
  const { embedded } = server;
  for (let kill = 0; kill < ENGINE_KILLS; kill++) {
    const { batches } = projector.describe();
    await until('some more batches', 30_000, () => projector.describe().batches > batches + 2);
    const { restarts, pid } = embedded.describe();
    await new Promise((resolve) => setTimeout(resolve, (kill * 23) % 60));
    process.kill(pid ?? 0, 'SIGKILL');
    await until('the engine runs again', 30_000, () => embedded.describe().restarts > restarts);
  }
  await load.stop();
  await untilNothingWaits();
  expect(await prove()).toEqual(PROVED);
});

test('an insert whose answer is lost is not sent twice, whether it was written or not', async () => {
  const rude = await startRudeProxy();
  try {
    const clickhouse = createClickHouse(
      { url: new Secret(rude.url) },
      { database: stage.clickhouse.name, limits: TEST_LIMITS, log: silentLog, application: 'test' },
    );
    const projector = startHere({ clickhouse: clickhouse.writer, pageSize: 20 });
    await storeGames(
      stage.postgres.database,
      gameIds(1, 100).map((id) => ({ id })),
    );
    await until('the lost answers are over', 60_000, () => rude.cut.length >= 4);
    rude.behave();
    await untilNothingWaits();
    await projector.stop();
    await clickhouse.close();
    expect(new Set(rude.cut)).toEqual(new Set(['before', 'after']));
    expect(await countBatches('void')).toBeGreaterThan(0);
    expect(await prove()).toEqual(PROVED);
  } finally {
    await rude.close();
  }
});

test('when the one that leads is killed, the next one goes on within 20 s', async () => {
  const first = startChild();
  await first.hears('leads');
  const second = startChild();
  await second.hears('ready');
  const load = keepStoring();
  await first.hears('batch');
  expect(second.said).not.toContain('leads');
  await first.end('SIGKILL');
  await second.hears('batch', 20_000);
  await load.stop();
  await untilNothingWaits();
  expect(await prove()).toEqual(PROVED);
});

test('one that stops in good order ends its batch, and the next one finds nothing to take back', async () => {
  const load = keepStoring();
  const first = startChild();
  await first.hears('batch', 20_000, 3);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(await countBatches('open')).toBe(0);
  const second = startChild();
  await second.hears('batch');
  await load.stop();
  await untilNothingWaits();
  expect(await countBatches('void')).toBe(0);
  expect(await prove()).toEqual(PROVED);
});

test('two at once, because one was paused until another took over, do no harm', async () => {
  const load = keepStoring();
  const paused = startChild();
  await paused.hears('batch', 20_000, 2);
  paused.signal('SIGSTOP');
  // PostgreSQL takes the lock from whoever does not answer; a paused process on this machine still does, so its session is ended.
  await stage.postgres.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gamekeeper projector' and datname = current_database()`,
  );
  const other = startChild();
  await other.hears('batch', 20_000, 2);
  paused.signal('SIGCONT');
  await other.hears('batch', 30_000, 5);
  await load.stop();
  await untilNothingWaits();
  await paused.end('SIGTERM');
  expect(await prove()).toEqual(PROVED);
});

test('rows of a void batch that arrive late are found and removed', async () => {
  const projector = startHere();
  await storeGames(stage.postgres.database, [{ id: 'EUW1_2' }]);
  await untilNothingWaits();
  await projector.stop();
  // As a process does that was paused between asking and sending.
  await stage.postgres.database.query(
    `insert into gamekeeper.batch (id, projection, version, state, from_xid, from_rev, to_xid, to_rev, patches, games, ended_at, clean_at)
     values (9999, 'tft', 1, 'void', '0', 0, '0', 0, '{17.3}', 1, now() - interval '2 minutes', now() - interval '1 minute')`,
  );
  await stage.clickhouse.writer.command({
    query: 'insert into tft_unit select * replace (9999 as batch) from tft_unit',
  });
  expect((await lookAtBoth(stage)).doubled).toEqual(['EUW1_2']);
  startHere();
  await until('the late rows are gone', 20_000, async () => {
    return (await lookAtBoth(stage)).doubled.length === 0;
  });
  expect(await prove()).toEqual(PROVED);
});

test('one that sends after its batch was declared void learns it, removes what it sent and sends it anew', async () => {
  let isTakenOver = false;
  const late = new Proxy(stage.parts.clickhouse, {
    get(client, key) {
      const value: unknown = Reflect.get(client, key, client);
      if (key !== 'exec') return value;
      const exec: typeof client.exec = async (params) => {
        if (params.query.includes('tft_unit') && !isTakenOver) {
          isTakenOver = true;
          // As whoever takes over does it, between the question and the insert.
          await stage.postgres.database.query(
            `update gamekeeper.batch set state = 'void', ended_at = now() where state = 'open'`,
          );
        }
        return client.exec(params);
      };
      return exec;
    },
  });
  startHere({ clickhouse: late });
  await storeGames(stage.postgres.database, [{ id: 'EUW1_1' }, { id: 'EUW1_2' }]);
  await untilNothingWaits();
  expect(await countBatches('void')).toBe(1);
  expect(await prove()).toEqual(PROVED);
  const [voided] = await stage.postgres.database.query<{ id: number }>(
    `select id::int as id from gamekeeper.batch where state = 'void'`,
  );
  expect(await ask(stage, `select count() as n from tft_unit where batch = ${voided?.id}`)).toEqual([
    { n: 0 },
  ]);
});

/** Passes requests on, and loses every seventh insert, so that a batch in between gets through: its request, or its answer. */
async function startRudeProxy() {
  const cut: ('before' | 'after')[] = [];
  const state = { isRude: true, inserts: 0 };
  const target = new URL(server.url);
  const proxy = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isInsert = /insert(%20|\+)into(%20|\+)tft/i.test(incoming.url ?? '');
    if (isInsert) state.inserts += 1;
    const fate = !state.isRude || !isInsert || state.inserts % 7 !== 0 ? 'pass' : FATES[cut.length % 2];
    if (fate === 'before') {
      cut.push('before');
      incoming.socket.resetAndDestroy();
      return;
    }
    const passed = sendRequest(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => {
        if (fate !== 'after') {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        cut.push('after');
        answer.resume();
        incoming.socket.resetAndDestroy();
      },
    );
    passed.on('error', () => incoming.socket.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  const headers = server.headers('writer');
  url.username = headers['X-ClickHouse-User'] ?? '';
  url.password = headers['X-ClickHouse-Key'] ?? '';
  return {
    url: url.href,
    cut,
    behave: () => void (state.isRude = false),
    close: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}

const FATES = ['before', 'after'] as const;
