import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until as waitUntil } from '../../../../test/support/until.ts';
import { UserError } from '#/domain/user-error.ts';
import { createClickHouse, type ClickHouse } from '#/stores/clickhouse/clickhouse.ts';
import { ClickHouseUnavailable } from '#/stores/clickhouse/unavailable.ts';
import { startEmbeddedClickHouse, type EmbeddedClickHouse } from './embedded-clickhouse.ts';
import { silentLog, TEST_LIMITS } from './server-under-test.ts';

let root: string;
let directory: string;
const open: (() => Promise<void>)[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gamekeeper-clickhouse-'));
  directory = join(root, 'clickhouse');
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
  await rm(root, { recursive: true, force: true });
});

async function start(): Promise<{ embedded: EmbeddedClickHouse; clickhouse: ClickHouse }> {
  const embedded = await startEmbeddedClickHouse({
    directory,
    readers: 1,
    limits: TEST_LIMITS,
    log: silentLog,
  });
  open.push(() => embedded.stop());
  const options = { database: 'game', limits: TEST_LIMITS, log: silentLog, application: 'test' };
  const clickhouse = createClickHouse(embedded.connection, options);
  open.push(() => clickhouse.close());
  await clickhouse.writer.command({ query: 'create database if not exists game' });
  return { embedded, clickhouse };
}

const until = (condition: () => boolean | Promise<boolean>) => waitUntil('the condition', 20_000, condition);

function pidOf(embedded: EmbeddedClickHouse): number {
  const { pid } = embedded.describe();
  if (pid === null) throw new Error(`no process runs: ${JSON.stringify(embedded.describe())}`);
  return pid;
}

/** A process that has ended but was not collected yet does not count. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Ends the process that hosts the engine and waits until the next one serves. */
async function killAndAwait(embedded: EmbeddedClickHouse, signal: NodeJS.Signals): Promise<void> {
  const { restarts } = embedded.describe();
  process.kill(pidOf(embedded), signal);
  await until(() => embedded.describe().restarts > restarts && embedded.describe().state === 'running');
}

test('five kills under a load of inserts lose no acknowledged row, double none, and leave no half batch', async () => {
  const { embedded, clickhouse } = await start();
  await clickhouse.writer.command({
    query: 'create table event (batch UInt32, n UInt32) engine = MergeTree order by batch',
  });
  const acknowledged = new Set<number>();
  const faults: unknown[] = [];
  const enough = new AbortController();
  const load = (async () => {
    for (let batch = 0; !enough.signal.aborted; batch++) {
      const values = Array.from({ length: 200 }, (_, n) => ({ batch, n }));
      try {
        await clickhouse.writer.insert({ table: 'event', values, format: 'JSONEachRow' });
        acknowledged.add(batch);
      } catch (error) {
        faults.push(error);
      }
    }
  })();
  for (let kill = 1; kill <= 5; kill++) {
    const before = acknowledged.size;
    await until(() => acknowledged.size >= before + 10 * kill);
    await killAndAwait(embedded, 'SIGKILL');
  }
  enough.abort();
  await load;

  const result = await clickhouse.writer.query({
    query: 'select batch, count() as rows, uniqExact(n) as numbers from event group by batch',
    format: 'JSONEachRow',
  });
  const stored = await result.json<{ batch: number; rows: number; numbers: number }>();
  expect(stored.filter(({ rows, numbers }) => rows !== 200 || numbers !== 200)).toEqual([]);
  const present = new Set(stored.map(({ batch }) => batch));
  expect([...acknowledged].filter((batch) => !present.has(batch))).toEqual([]);
  expect(embedded.describe()).toMatchObject({ restarts: 5, movedAside: [], detail: null });
  for (const fault of faults) expect(fault).toBeInstanceOf(ClickHouseUnavailable);
  // The insert under way, and perhaps one that arrived while the death was not noticed yet.
  expect(faults.length).toBeLessThanOrEqual(10);
});

test.each(['SIGSEGV', 'SIGABRT'] as const)(
  '%s of the engine is survived: the running query fails clearly, the next works',
  async (signal) => {
    const { embedded, clickhouse } = await start();
    const asked = clickhouse.writer.query({
      query: 'select count() from numbers(1000000000000) where number % 3 = 1',
    });
    const failed = asked.then(
      () => 'answered',
      (error: unknown) => error,
    );
    const running =
      "select count() as n from system.processes where query like '%1000000000000%' and query not like '%processes%'";
    await until(async () => {
      const result = await clickhouse.reader.query({ query: running, format: 'JSONEachRow' });
      return (await result.json<{ n: number }>())[0]?.n === 1;
    });
    const pid = pidOf(embedded);
    process.kill(pid, signal);
    expect(await failed).toMatchObject({
      name: 'ClickHouseUnavailable',
      message: expect.stringContaining('broke off during query') as unknown,
    });
    await until(() => embedded.describe().pid !== pid);
    // No waiting for the restart: the connection itself waits.
    const result = await clickhouse.reader.query({ query: 'select 1 as one', format: 'JSONEachRow' });
    expect(await result.json()).toEqual([{ one: 1 }]);
    expect(embedded.describe()).toMatchObject({ state: 'running', restarts: 1 });
  },
);

test("the terminal's signals do not end the engine before we do", async () => {
  const { embedded, clickhouse } = await start();
  const pid = pidOf(embedded);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
  expect(await clickhouse.version()).toMatch(/^\d+\./);
  expect(embedded.describe()).toMatchObject({ pid, restarts: 0 });
  await embedded.stop();
  expect(embedded.describe().state).toBe('stopped');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('data, address and accounts outlive a clean stop and a restart of the engine', async () => {
  const first = await start();
  await first.clickhouse.writer.command({
    query: 'create table kept (a UInt8) engine = MergeTree order by a',
  });
  await first.clickhouse.writer.insert({ table: 'kept', values: [[7]] });
  await killAndAwait(first.embedded, 'SIGKILL');
  await first.embedded.stop();
  const second = await start();
  const result = await second.clickhouse.reader.query({ query: 'select a from kept', format: 'JSONEachRow' });
  expect(await result.json()).toEqual([{ a: 7 }]);
});

test('when the product itself is killed, its engine ends at once and the next start opens the folder', async () => {
  const fixture = fileURLToPath(new URL('./fixtures/hold-engine.ts', import.meta.url));
  const product = spawn(process.execPath, [fixture, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  open.push(async () => void product.kill('SIGKILL'));
  const [line] = (await once(product.stdout, 'data')) as [Buffer];
  const engine = Number(line.toString());
  product.kill('SIGKILL');
  const { clickhouse } = await start();
  expect(await clickhouse.version()).toMatch(/^\d+\./);
  // Nobody is left to collect it: init may take a moment for that, and until then its number is still known.
  await until(() => !isRunning(engine));
});

test('a second server on the same folder is told whose fault it is, and breaks nothing', async () => {
  const { clickhouse } = await start();
  const second = startEmbeddedClickHouse({ directory, readers: 1, limits: TEST_LIMITS, log: silentLog });
  await expect(second).rejects.toThrow(UserError);
  await expect(second).rejects.toThrow(`Another process uses the ClickHouse folder ${directory}`);
  expect(await clickhouse.version()).toMatch(/^\d+\./);
  expect(await readdir(root)).toEqual([basename(directory)]);
});

test('a folder that cannot be used is a fault of the operator and stays where it is', async () => {
  await writeFile(directory, 'a file in the way');
  const starting = startEmbeddedClickHouse({ directory, readers: 1, limits: TEST_LIMITS, log: silentLog });
  await expect(starting).rejects.toThrow(`The ClickHouse folder ${directory} cannot be used`);
  expect((await stat(directory)).isFile()).toBe(true);
});

test('a folder that the engine cannot open is moved aside, at the start and at a restart', async () => {
  const first = await start();
  await first.embedded.stop();
  await breakFolder();
  const { embedded, clickhouse } = await start();
  const [moved = ''] = embedded.describe().movedAside;
  expect(basename(moved)).toMatch(/^clickhouse\.moved-\d{4}-\d{2}-\d{2}T/);
  expect(existsSync(join(moved, 'engine'))).toBe(true);
  expect(embedded.describe()).toMatchObject({
    state: 'running',
    detail: expect.stringContaining(moved) as unknown,
  });
  expect(await clickhouse.version()).toMatch(/^\d+\./);

  await breakFolder();
  await killAndAwait(embedded, 'SIGKILL');
  expect(embedded.describe().movedAside).toHaveLength(2);
  expect(await clickhouse.version()).toMatch(/^\d+\./);
});

async function breakFolder(): Promise<void> {
  await writeFile(join(directory, 'engine', 'metadata', 'game.sql'), 'this is no SQL');
}
