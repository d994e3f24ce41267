/** One engine in one folder, through everything that may end it. Each test goes on with what the one before has left. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until as waitUntil } from '../../../../test/support/until.ts';
import { UserError } from '#/domain/user-error.ts';
import { createClickHouse, type ClickHouse } from '../clickhouse.ts';
import { ClickHouseUnavailable } from '../requests.ts';
import { startEmbeddedClickHouse, type EmbeddedClickHouse } from './embedded-clickhouse.ts';
import { silentLog, TEST_LIMITS } from './server-under-test.ts';

/** No query ends by itself. */
const LIMITS = { ...TEST_LIMITS, seconds: 600 };
const BATCH_ROWS = 200;

let root: string;
let directory: string;
let embedded: EmbeddedClickHouse;
let clickhouse: ClickHouse;
/** Batches whose insert was answered. */
const acknowledged = new Set<number>();
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gamekeeper-clickhouse-'));
  directory = join(root, 'clickhouse');
});
afterAll(async () => {
  await stop();
  await rm(root, { recursive: true, force: true });
});

const startEngine = (folder = directory) =>
  startEmbeddedClickHouse({ directory: folder, readers: 1, limits: LIMITS, log: silentLog });

async function start(): Promise<void> {
  embedded = await startEngine();
  const options = { database: 'game', limits: LIMITS, log: silentLog, application: 'test' };
  clickhouse = createClickHouse(embedded.connection, options);
  await clickhouse.writer.createDatabase();
}

async function stop(): Promise<void> {
  await clickhouse.close();
  await embedded.stop();
}

const until = (condition: () => boolean | Promise<boolean>) => waitUntil('the condition', 20_000, condition);

function pidOfEngine(): number {
  const { pid } = embedded.describe();
  if (pid === null) throw new Error(`no process runs: ${JSON.stringify(embedded.describe())}`);
  return pid;
}

async function ask<Row>(query: string): Promise<Row[]> {
  return clickhouse.reader.query<Row>(query);
}

async function insertBatch(batch: number): Promise<void> {
  const rows = Array.from({ length: BATCH_ROWS }, (_, n) => ({ batch, n }));
  await clickhouse.writer.insert({ table: 'event', rows });
  acknowledged.add(batch);
}

async function untilServing(restarts: number): Promise<void> {
  await until(() => embedded.describe().restarts === restarts && embedded.describe().state === 'running');
}

/** A process that has ended but was not collected yet does not count. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('when the product itself is killed, its engine ends at once and the next start opens the folder', async () => {
  const fixture = fileURLToPath(new URL('./fixtures/hold-engine.ts', import.meta.url));
  const product = spawn(process.execPath, [fixture, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(product.stdout, 'data')) as [Buffer];
  const engine = Number(line.toString());
  product.kill('SIGKILL');
  await start();
  expect(await clickhouse.version()).toMatch(/^\d+\./);
  // Its parent is gone: init may take a moment to collect it, and until then its number is still known.
  await until(() => !isRunning(engine));
});

test("the terminal's signals do not end the engine before we do", async () => {
  const pid = pidOfEngine();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
  expect(await clickhouse.version()).toMatch(/^\d+\./);
  expect(embedded.describe()).toMatchObject({ pid, restarts: 0 });
});

test('a second server on the same folder is refused with the reason, and breaks nothing', async () => {
  const second = startEngine();
  await expect(second).rejects.toThrow(UserError);
  await expect(second).rejects.toThrow(`Another process uses the ClickHouse folder ${directory}`);
  await clickhouse.writer.command(
    'create table event (batch UInt32, n UInt32) engine = MergeTree order by batch',
  );
  await insertBatch(1_000_000);
  expect(await readdir(root)).toEqual([basename(directory)]);
});

test('crashes under a load of inserts lose no acknowledged row, double none, and leave no half batch; what runs fails with the reason', async () => {
  const faults: unknown[] = [];
  const enough = new AbortController();
  const load = (async () => {
    for (let batch = 0; !enough.signal.aborted; batch++)
      await insertBatch(batch).catch((error: unknown) => faults.push(error));
  })();
  const signals = ['SIGSEGV', 'SIGABRT'] as const;
  for (const [deaths, signal] of signals.entries()) {
    const before = acknowledged.size;
    const endless = 'select count() from numbers(1000000000000) where number % 3 = 1';
    const failed = clickhouse.reader.query(endless).then(
      () => 'answered',
      (error: unknown) => error,
    );
    await until(() => acknowledged.size >= before + 10);
    process.kill(pidOfEngine(), signal);
    expect(await failed).toMatchObject({
      name: 'ClickHouseUnavailable',
      message: expect.stringContaining('failed during query') as unknown,
    });
    // The connection waits for the restart.
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    await untilServing(deaths + 1);
  }
  enough.abort();
  await load;

  await expectAcknowledgedRows();
  expect(embedded.describe()).toMatchObject({ restarts: signals.length, movedAside: [], detail: null });
  for (const fault of faults) expect(fault).toBeInstanceOf(ClickHouseUnavailable);
  // The insert under way, and perhaps one that arrived while the death was not noticed yet.
  expect(faults.length).toBeLessThanOrEqual(2 * signals.length);
});

async function expectAcknowledgedRows(): Promise<void> {
  const stored = await ask<{ batch: number; rows: number; numbers: number }>(
    'select batch, count() as rows, uniqExact(n) as numbers from event group by batch',
  );
  expect(stored.filter(({ rows, numbers }) => rows !== BATCH_ROWS || numbers !== BATCH_ROWS)).toEqual([]);
  const present = new Set(stored.map(({ batch }) => batch));
  expect(acknowledged.size).toBeGreaterThan(0);
  expect([...acknowledged].filter((batch) => !present.has(batch))).toEqual([]);
}

test('rows outlive a clean stop', async () => {
  const pid = pidOfEngine();
  await stop();
  expect(embedded.describe().state).toBe('stopped');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');

  await start();
  await expectAcknowledgedRows();
});

test('a folder that the engine cannot open is moved aside, at a restart and at the start', async () => {
  await breakFolder();
  process.kill(pidOfEngine(), 'SIGKILL');
  await untilServing(1);
  const [moved = ''] = embedded.describe().movedAside;
  expect(basename(moved)).toMatch(/^clickhouse\.moved-\d{4}-\d{2}-\d{2}T/);
  expect(existsSync(join(moved, 'engine'))).toBe(true);
  expect(embedded.describe().detail).toContain(moved);
  await clickhouse.writer.createDatabase();

  await stop();
  await breakFolder();
  await start();
  expect(embedded.describe().movedAside).toHaveLength(1);
  expect(embedded.describe().state).toBe('running');
  expect(await clickhouse.version()).toMatch(/^\d+\./);
});

async function breakFolder(): Promise<void> {
  await writeFile(join(directory, 'engine', 'metadata', 'game.sql'), 'this is no SQL');
}

test('a folder that cannot be used is a fault of the operator and stays where it is', async () => {
  const file = join(root, 'file');
  await writeFile(file, 'a file in the way');
  await expect(startEngine(file)).rejects.toThrow(`The ClickHouse folder ${file} cannot be used`);
  expect((await stat(file)).isFile()).toBe(true);
});
