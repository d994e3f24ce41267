/** Stores that somebody else runs: they may come late, go away and come back, and several processes may share them. */
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { toClientConfig } from '../src/stores/postgres/database.ts';
import {
  startEmbeddedClickHouse,
  type EmbeddedClickHouse,
} from '../src/stores/clickhouse/embedded/embedded-clickhouse.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../src/stores/postgres/embedded/embedded-postgres.ts';
import { findFreePort } from '../src/stores/postgres/embedded/free-port.ts';
import {
  eventually,
  makeDataDirectory,
  readRunningStatus,
  readStatus,
  startProduct,
  stopProduct,
} from './support/product.ts';

const log = pino({ level: 'silent' });
const limits = { seconds: 10, memoryBytes: 1e9, resultRows: 100_000 };
const home = makeDataDirectory();
let postgres: EmbeddedPostgres;
let clickhouse: EmbeddedClickHouse;
let environment: Record<string, string>;

const startPostgres = () => startEmbeddedPostgres({ directory: join(home.path, 'postgres'), log });

beforeAll(async () => {
  clickhouse = await startEmbeddedClickHouse({
    directory: join(home.path, 'clickhouse'),
    readers: 2,
    limits,
    log,
  });
  postgres = await startPostgres();
  const { user, password, host, port, database } = toClientConfig(postgres.connection);
  environment = {
    DATABASE_URL: `postgres://${user}:${String(password)}@${host}:${port}/${database}`,
    CLICKHOUSE_URL: clickhouseUrl(),
  };
});
afterAll(async () => {
  await clickhouse.stop();
  await postgres.stop();
  home.remove();
});

function clickhouseUrl(): string {
  const { connection } = clickhouse;
  if (!('writer' in connection)) throw new Error('the embedded ClickHouse has two accounts');
  const url = new URL(connection.url);
  url.username = connection.writer.user;
  url.password = connection.writer.password.reveal();
  return url.href;
}

function startIn(more: Record<string, string> = {}, args: readonly string[] = []) {
  const directory = makeDataDirectory();
  const product = startProduct(directory.path, { ...environment, ...more }, args);
  onTestFinished(async () => {
    await stopProduct(product);
    directory.remove();
  });
  return product;
}

test('a process that starts before PostgreSQL serves its page, says so, and begins work when PostgreSQL comes', async () => {
  await postgres.stop();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const product = startIn({ PORT: String(port) });

  const early = await eventually(() => readStatus(url), 'the page answers without PostgreSQL');
  expect(early.parts.find(({ id }) => id === 'postgres')).toMatchObject({ mode: 'external', state: 'down' });
  const refused = await fetch(`${url}/readyz`);
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('postgres')]);

  postgres = await startPostgres();
  expect(await product.ready).toBe(url);
  expect(await readRunningStatus(url)).toMatchObject({
    state: 'running',
    parts: [{ mode: 'external' }, { mode: 'external' }, {}, {}, {}, { id: 'projector' }, { id: 'practice' }],
  });
});

test('PostgreSQL may go and come back without a restart of the process', async () => {
  const product = startIn();
  const url = await product.ready;

  await postgres.stop();
  await eventually(async () => (await readStatus(url)).state === 'down' || undefined, 'the loss is noticed');
  postgres = await startPostgres();

  await eventually(
    async () => (await readStatus(url)).state === 'running' || undefined,
    'everything runs again',
  );
  expect(product.process.exitCode).toBeNull();
});

test('processes with different roles share the stores, and each sees the others', async () => {
  const api = startIn({}, ['--roles', 'api']);
  const worker = startIn({}, ['--roles', 'worker,projector,scheduler']);
  const [url] = await Promise.all([api.ready, worker.ready]);

  const status = await eventually(async () => {
    const found = await readStatus(url);
    return found.processes.length === 2 && found.state === 'running' ? found : undefined;
  }, 'both processes are listed');

  expect(worker.said.find(({ event }) => event === 'ready')).toMatchObject({ url: null });
  expect(new Map(status.processes.map(({ pid, roles }) => [pid, roles]))).toEqual(
    new Map([
      [api.process.pid, ['api']],
      [worker.process.pid, ['worker', 'projector', 'scheduler']],
    ]),
  );
  await stopProduct(worker);
  await eventually(
    async () => (await readStatus(url)).processes.length === 1 || undefined,
    'the stopped one is gone',
  );
  const { parts } = await readStatus(url);
  expect(parts.find(({ id }) => id === 'scheduler')).toMatchObject({ state: 'down' });
});
