/** External stores: they may start late, go away and come back, and several processes may share them. */
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toClientConfig } from '../src/runtime/postgres/database.ts';
import {
  startEmbeddedClickHouse,
  type EmbeddedClickHouse,
} from '../src/runtime/clickhouse/embedded/embedded-clickhouse.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../src/runtime/postgres/embedded/embedded-postgres.ts';
import { findFreePort } from '../src/runtime/postgres/embedded/server-settings.ts';
import { startClickHouseHttp, type ClickHouseHttp } from './support/clickhouse-http.ts';
import {
  eventually,
  FEW_GAMES,
  makeDataDirectory,
  readRunningStatus,
  readStatus,
  startProduct,
  stopProduct,
  WITHOUT_CLIPS,
  type Product,
} from './support/product.ts';

const log = pino({ level: 'silent' });
const limits = { seconds: 10, memoryBytes: 1e9, resultRows: 100_000 };
const home = makeDataDirectory();
const directories = [makeDataDirectory(), makeDataDirectory()];
const ROLES = [['api'], ['worker', 'projector', 'scheduler']];
let postgres: EmbeddedPostgres;
let clickhouse: EmbeddedClickHouse;
let clickhouseHttp: ClickHouseHttp;
let products: Product[];
let url: string;

const startPostgres = () => startEmbeddedPostgres({ directory: join(home.path, 'postgres'), log });

/** The cluster exists, and PostgreSQL does not run yet. */
beforeAll(async () => {
  clickhouse = await startEmbeddedClickHouse({
    directory: join(home.path, 'clickhouse'),
    readers: 2,
    limits,
    log,
  });
  clickhouseHttp = await startClickHouseHttp(clickhouse.connection);
  postgres = await startPostgres();
  const { user, password, host, port, database } = toClientConfig(postgres.connection);
  await postgres.stop();
  const own = await findFreePort();
  url = `http://127.0.0.1:${own}`;
  products = ROLES.map((roles, index) =>
    startProduct(
      directories[index]?.path ?? '',
      {
        ...WITHOUT_CLIPS,
        ...FEW_GAMES,
        DATABASE_URL: `postgres://${user}:${String(password)}@${host}:${port}/${database}`,
        CLICKHOUSE_URL: clickhouseHttp.url,
        ...(index === 0 ? { PORT: String(own) } : {}),
      },
      ['--roles', roles.join()],
    ),
  );
});
afterAll(async () => {
  for (const product of products) await stopProduct(product);
  await clickhouseHttp.close();
  await clickhouse.stop();
  await postgres.stop();
  for (const directory of [...directories, home]) directory.remove();
});

test('processes that start before PostgreSQL serve the page, report it, and begin work when PostgreSQL comes', async () => {
  const early = await eventually(() => readStatus(url), 'the page answers without PostgreSQL');
  expect(early.parts.find(({ id }) => id === 'postgres')).toMatchObject({ mode: 'external', state: 'down' });
  const refused = await fetch(`${url}/readyz`);
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('postgres')]);

  postgres = await startPostgres();
  expect(await Promise.all(products.map(({ ready }) => ready))).toEqual([url, 'null']);
  const { parts } = await readRunningStatus(url);
  expect(parts.map(({ id, mode }) => [id, mode])).toEqual([
    ['postgres', 'external'],
    ['clickhouse', 'external'],
    ['jobs', 'built-in'],
    ['scheduler', 'built-in'],
    ['live', 'built-in'],
    ['projector', 'built-in'],
  ]);
});

test('processes survive a restart of PostgreSQL', async () => {
  await readRunningStatus(url);
  await postgres.stop();
  await eventually(async () => (await readStatus(url)).state === 'down' || undefined, 'the loss is noticed');
  postgres = await startPostgres();

  await readRunningStatus(url);
  expect(products.map((product) => product.process.exitCode)).toEqual([null, null]);
});

test('processes with different roles share the stores, and each is listed until it stops', async () => {
  const [api, worker] = products;
  const status = await eventually(async () => {
    const found = await readStatus(url);
    return found.processes.length === 2 && found.state === 'running' ? found : undefined;
  }, 'both processes are listed');

  expect(new Map(status.processes.map(({ pid, roles }) => [pid, roles]))).toEqual(
    new Map([
      [api?.process.pid, ROLES[0]],
      [worker?.process.pid, ROLES[1]],
    ]),
  );
  if (worker !== undefined) await stopProduct(worker);
  await eventually(
    async () => (await readStatus(url)).processes.length === 1 || undefined,
    'the stopped one is gone',
  );
  const { parts } = await readStatus(url);
  expect(parts.find(({ id }) => id === 'scheduler')).toMatchObject({ state: 'down' });
});
