import { existsSync } from 'node:fs';
import { appendFile, readFile, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { Secret } from '#/domain/secret.ts';
import { UserError } from '#/domain/user-error.ts';
import { toClientConfig } from '../database.ts';
import { findRunningPostgres } from './embedded-postgres.ts';
import { createScratch, pidIn } from './fixtures/scratch.ts';
import { lifeOf } from './process-life.ts';

test('the first start makes a cluster that answers, is safe against power cuts and sorts by code point', async () => {
  const scratch = await createScratch();

  const postgres = await scratch.start();

  const [row] = await scratch.connect(postgres).query(
    `select current_user as "user", current_database() as database, current_setting('data_checksums') as checksums,
       current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
       current_setting('unix_socket_directories') as sockets, current_setting('idle_in_transaction_session_timeout') as idle,
       (select string_agg(x, '' order by x) from unnest(array['a', 'B', 'é', 'b']) x) as sorted, upper('é') as upper`,
  );
  expect(row).toEqual({
    user: 'gamekeeper',
    database: 'gamekeeper',
    checksums: 'on',
    fsync: 'on',
    commit: 'on',
    encoding: 'UTF8',
    addresses: '127.0.0.1',
    sockets: '',
    idle: '1min',
    sorted: 'Babé',
    upper: 'É',
  });
  expect(postgres.describe()).toMatchObject({ state: 'running', restarts: 0, adopted: false, detail: null });
  expect(postgres.describe().version).toMatch(/^18\.\d+$/);
  expect(postgres.describe().pid).toBe(await pidIn(join(scratch.directory, 'cluster/data')));
});

test('the password is 256 random bits that only the owner can read, and no other password is taken', async () => {
  const scratch = await createScratch();
  const postgres = await scratch.start();
  const path = join(scratch.directory, 'cluster/password');

  const [password, { mode }] = [await readFile(path, 'utf8'), await stat(path)];
  expect(Buffer.from(password, 'base64url')).toHaveLength(32);
  expect(mode & 0o777).toBe(0o600);
  expect((await stat(join(scratch.directory, 'cluster/data'))).mode & 0o777).toBe(0o700);

  const wrong = new pg.Client(toClientConfig({ ...postgres.connection, password: new Secret('wrong') }));
  await expect(wrong.connect()).rejects.toThrow('password authentication failed');
  const rules = await scratch.connect(postgres).query(`select distinct auth_method from pg_hba_file_rules`);
  expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);
  expect(scratch.logged.join('')).not.toContain(password);
});

test('a second start keeps port, password and rows', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const first = await scratch.start();
  await scratch.connect(first).query('create table kept as select 42 as answer');
  await first.stop();

  const second = await scratch.start();

  expect(toClientConfig(second.connection)).toEqual(toClientConfig(first.connection));
  expect(await scratch.connect(second).query('select answer from kept')).toEqual([{ answer: 42 }]);
  expect((await readdir(scratch.directory)).toSorted()).toEqual([
    'cluster',
    'postgres.log',
    'postgres.log.old',
  ]);
});

test('a port that another program has taken is replaced, and the new one is kept', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const first = await scratch.start();
  const { port } = toClientConfig(first.connection);
  await first.stop();
  const squatter = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void squatter.close());

  const second = await scratch.start();
  const { port: newPort } = toClientConfig(second.connection);
  expect(newPort).not.toBe(port);
  expect(scratch.logged.join('')).toContain(`"taken":${port},"port":${newPort}`);
  await second.stop();

  const third = await scratch.start();
  expect(toClientConfig(third.connection).port).toBe(newPort);
});

test('stop ends the server in order, and can be called again', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const states: string[] = [];
  const postgres = await scratch.start({ onChange: () => states.push(postgres.describe().state) });
  const { pid } = postgres.describe();
  // An open session must not hold it up.
  await scratch.connect(postgres).query('select 1');

  await Promise.all([postgres.stop(), postgres.stop()]);
  await postgres.stop();

  expect(lifeOf(Number(pid))).toBeUndefined();
  expect(postgres.describe()).toMatchObject({ state: 'stopped', pid: null, since: null });
  expect(states).toEqual(['stopped']);
  expect(await readFile(join(scratch.directory, 'postgres.log'), 'utf8')).toContain(
    'database system is shut down',
  );
  expect(existsSync(join(scratch.directory, 'cluster/data/postmaster.pid'))).toBe(false);
});

test('a start that fails says what PostgreSQL said and leaves no process', async () => {
  const scratch = await createScratch({ hasCluster: true });
  await appendFile(join(scratch.directory, 'cluster/data/postgresql.conf'), 'no_such_setting = 1\n');

  const error: unknown = await scratch.start().catch((error: unknown) => error);

  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /did not start in .*data: it ended with code 1.*\n.*no_such_setting/,
    ) as string,
    hint: expect.stringContaining(join(scratch.directory, 'postgres.log')) as string,
  });
  expect(existsSync(join(scratch.directory, 'cluster/data/postmaster.pid'))).toBe(false);
});

test('a start can be broken off and leaves no process', async () => {
  const scratch = await createScratch({ hasCluster: true });

  await expect(scratch.start({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');

  expect(existsSync(join(scratch.directory, 'cluster/data/postmaster.pid'))).toBe(false);
});

test('a cluster whose password was lost is reported with the missing file', async () => {
  const scratch = await createScratch({ hasCluster: true });
  await rm(join(scratch.directory, 'cluster/password'));

  await expect(scratch.start()).rejects.toThrow(`${join(scratch.directory, 'cluster/password')} is missing`);
});

test('another process finds the server while it runs, and nothing before and after', async () => {
  const scratch = await createScratch();
  expect(await findRunningPostgres(scratch.directory)).toBeUndefined();
  const postgres = await scratch.start();

  const found = await findRunningPostgres(scratch.directory);
  expect(found && toClientConfig(found)).toEqual(toClientConfig(postgres.connection));

  await postgres.stop();
  expect(await findRunningPostgres(scratch.directory)).toBeUndefined();
});
