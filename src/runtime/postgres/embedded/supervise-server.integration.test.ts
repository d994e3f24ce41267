import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { until as waitUntil } from '../../../../test/support/until.ts';
import { toClientConfig } from '../database.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { createScratch } from './fixtures/scratch.ts';
import { lifeOf } from './postmaster.ts';

const until = (look: () => unknown) => waitUntil('the condition', 20_000, look);
const kill = (postgres: EmbeddedPostgres): void =>
  void process.kill(Number(postgres.describe().pid), 'SIGKILL');

test('a server comes back as often as it is killed, on the same connection with every committed row', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const states: string[] = [];
  const postgres = await scratch.start({ onChange: () => states.push(postgres.describe().state) });
  const database = scratch.connect(postgres);
  await database.query('create table kept (n int primary key)');
  await database.query('insert into kept select generate_series(1, 1000)');
  const before = postgres.describe();

  for (const death of [1, 2]) {
    kill(postgres);
    await until(() => postgres.describe().restarts === death);
  }

  expect(await database.query('select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  expect(postgres.describe()).toMatchObject({ state: 'running', detail: null, adopted: false });
  expect(postgres.describe().pid).not.toBe(before.pid);
  // It may have to try more than once.
  const steps = states.filter((state, at) => state !== states[at - 1]);
  expect(steps).toEqual(['restarting', 'running', 'restarting', 'running']);
});

test('while processes of the killed server still hold its memory, it waits for them and says so', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const postgres = await scratch.start();
  const busy = await connectLoop(postgres);

  kill(postgres);
  await until(() => postgres.describe().detail?.includes('pre-existing shared memory block'));
  expect(lifeOf(busy)).toBeDefined();
  expect(postgres.describe().state).toBe('restarting');
  process.kill(busy, 'SIGKILL');

  await until(() => postgres.describe().state === 'running');
});

test('while another program has its port, it waits for the port and keeps the connection', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const postgres = await scratch.start();
  const { port } = toClientConfig(postgres.connection);
  const squatter = createServer((socket) => socket.destroy());
  onTestFinished(() => void squatter.close());

  kill(postgres);
  await until(() => postgres.describe().state === 'restarting');
  squatter.listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  await until(() => postgres.describe().detail?.includes('could not create any TCP/IP sockets'));
  squatter.close();
  await until(() => postgres.describe().state === 'running');

  expect(await scratch.connect(postgres).query('select 1 as one')).toEqual([{ one: 1 }]);
});

test.each(['has just died', 'is being restarted'])(
  'stop returns when the server %s, and nothing is left running',
  async (when) => {
    const scratch = await createScratch({ hasCluster: true });
    const postgres = await scratch.start();
    const { pid } = postgres.describe();

    kill(postgres);
    if (when === 'is being restarted') await until(() => postgres.describe().state === 'restarting');
    await postgres.stop();

    expect(postgres.describe().state).toBe('stopped');
    const lockFile = join(scratch.directory, 'cluster/data/postmaster.pid');
    const named = await readFile(lockFile, 'utf8').catch(() => '');
    expect(lifeOf(Number.parseInt(named, 10) || Number(pid))).toBeUndefined();
  },
);

/** A session that computes without end does not notice that its server has died. Returns its process number. */
async function connectLoop(postgres: EmbeddedPostgres): Promise<number> {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(toClientConfig(postgres.connection));
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const [client, watcher] = [await connect(), await connect()];
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  client.query('do $$ begin loop null; end loop; end $$').catch(() => undefined);
  const question = `select 1 from pg_stat_activity where pid = $1 and state = 'active'`;
  await until(async () => (await watcher.query(question, [pid])).rowCount === 1);
  onTestFinished(() => {
    if (lifeOf(pid) !== undefined) process.kill(pid, 'SIGKILL');
  });
  return pid;
}
