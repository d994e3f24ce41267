import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { asRoot } from '../../../../test/support/conditional-test.ts';
import { until } from '../../../../test/support/until.ts';
import { Secret } from '#/domain/secret.ts';
import { UserError } from '#/domain/user-error.ts';
import { toClientConfig } from '../database.ts';
import { pathsIn, readState } from './cluster-files.ts';
import { findRunningPostgres } from './embedded-postgres.ts';
import { copyPackage, copyProgram } from './fixtures/copied-program.ts';
import { createScratch, endProcess, pidIn } from './fixtures/scratch.ts';
import { prepareBinaries } from './programs.ts';
import { lifeOf } from './postmaster.ts';
import { findServiceUser } from './files.ts';

/** Neither root nor the user that root would choose for PostgreSQL. */
const ORDINARY = { uid: 1, gid: 1 };

test('after a start that was killed in initdb, the next makes a cluster that is safe against power cuts and sorts by code point', async () => {
  const scratch = await createScratch();
  const killed = await scratch.startProcess();
  await until('initdb writes', 10_000, async () => {
    const names = await readdir(scratch.directory).catch(() => []);
    return names.some(
      (name) => name.startsWith('unfinished-') && existsSync(join(scratch.directory, name, 'data/base')),
    );
  });
  await endProcess(killed.child);
  expect(existsSync(join(scratch.directory, 'cluster'))).toBe(false);

  const postgres = await scratch.start();

  expect((await readdir(scratch.directory)).toSorted()).toEqual(['cluster', 'postgres.log']);
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
  const { version } = await prepareBinaries({ ...scratch.places, copyTo: scratch.root, runAs: undefined });
  expect(postgres.describe()).toMatchObject({
    state: 'running',
    restarts: 0,
    adopted: false,
    detail: null,
    version,
  });
  expect(postgres.describe().pid).toBe(await pidIn(join(scratch.directory, 'cluster/data')));
});

test('the password is 256 random bits that only the owner can read, and no other password is taken', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const postgres = await scratch.start();
  const path = join(scratch.directory, 'cluster/password');

  const [password, { mode }] = [await readFile(path, 'utf8'), await stat(path)];
  expect(Buffer.from(password, 'base64url')).toHaveLength(32);
  expect(mode & 0o777).toBe(0o600);
  expect((await stat(join(scratch.directory, 'cluster/data'))).mode & 0o777).toBe(0o700);

  const wrong = new pg.Client(toClientConfig({ ...postgres.connection, password: new Secret('wrong') }));
  await expect(wrong.connect()).rejects.toThrow('password authentication failed');
  const rules = await scratch.connect(postgres).query(`select distinct auth_method from pg_hba_file_rules`);
  expect(rules).toEqual([{ authMethod: 'scram-sha-256' }]);
  expect(scratch.logged.join('')).not.toContain(password);
});

test('stop ends the server in order, and the next start keeps port, password and rows', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const states: string[] = [];
  expect(await findRunningPostgres(scratch.directory)).toBeUndefined();
  const first = await scratch.start({ onChange: () => states.push(first.describe().state) });
  const { pid } = first.describe();
  // An open session must not hold it up.
  await scratch.connect(first).query('create table kept as select 42 as answer');
  const found = await findRunningPostgres(scratch.directory);
  expect(found && toClientConfig(found)).toEqual(toClientConfig(first.connection));

  await Promise.all([first.stop(), first.stop()]);

  expect(lifeOf(Number(pid))).toBeUndefined();
  expect(first.describe()).toMatchObject({ state: 'stopped', pid: null, since: null });
  expect(states).toEqual(['stopped']);
  const log = await readFile(join(scratch.directory, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
  expect(await findRunningPostgres(scratch.directory)).toBeUndefined();

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
  const { port } = await readState(pathsIn(scratch.directory));
  const squatter = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void squatter.close());

  const postgres = await scratch.start();

  const { port: newPort } = toClientConfig(postgres.connection);
  expect(newPort).not.toBe(port);
  expect(scratch.logged.join('')).toContain(`"taken":${port},"port":${newPort}`);
  expect(await readState(pathsIn(scratch.directory))).toMatchObject({ port: newPort });
});

test.each<
  [name: string, file: string, damage: (path: string) => Promise<void>, message: RegExp, hint: RegExp]
>([
  [
    'data of another major version',
    'data/PG_VERSION',
    (path) => writeFile(path, '17\n'),
    /cluster\/data was written by PostgreSQL 17, .* PostgreSQL 18\.\d+/,
    /version that you used before.*PostgreSQL 17 server.*pg_dump.*DATABASE_URL.*start empty/,
  ],
  ['data without a version', 'data/PG_VERSION', rm, /is not a PostgreSQL data directory/, /backup/],
  ['a cluster without its password', 'password', rm, /cluster\/password is missing/, /backup/],
  [
    'settings that PostgreSQL does not know',
    'data/postgresql.conf',
    (path) => appendFile(path, 'no_such_setting = 1\n'),
    /did not start in .*data: it ended with code 1.*\n.*no_such_setting/,
    /postgres\.log/,
  ],
])('%s is refused with what to do, and no process is left', async (_, file, damage, message, hint) => {
  const scratch = await createScratch({ hasCluster: true });
  await damage(join(scratch.directory, 'cluster', file));

  const error: unknown = await scratch.start().catch((error: unknown) => error);

  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({
    message: expect.stringMatching(message) as string,
    hint: expect.stringMatching(hint) as string,
  });
  expect(existsSync(join(scratch.directory, 'cluster/data/postmaster.pid'))).toBe(false);
});

test('a start can be aborted and leaves no process', async () => {
  const scratch = await createScratch({ hasCluster: true });
  await expect(scratch.start({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect(existsSync(join(scratch.directory, 'cluster/data/postmaster.pid'))).toBe(false);
});

asRoot('under root the server runs as an unprivileged user who owns its data and nothing else', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const postgres = await scratch.start();
  const user = await findServiceUser();

  expect((await stat(join(scratch.directory, 'cluster/data'))).uid).toBe(user.uid);
  expect((await stat(join(scratch.directory, 'cluster/password'))).uid).toBe(0);
  const status = await readFile(`/proc/${postgres.describe().pid}/status`, 'utf8');
  expect(status).toMatch(new RegExp(`^Uid:\t${user.uid}\t${user.uid}\t${user.uid}\t`, 'm'));
  expect(status).toMatch(/^Groups:\s*$/m);
});

asRoot('under root, programs and data below a closed folder run from copies outside of it', async () => {
  const scratch = await createScratch();
  const home = join(scratch.root, 'home');
  await mkdir(home, { mode: 0o700 });
  const packageDirectory = await copyPackage(scratch.places.packageDirectory, join(home, 'package'));
  const directory = join(home, 'data');

  const postgres = await scratch.start({ directory, places: { ...scratch.places, packageDirectory } });

  expect(await scratch.connect(postgres).query('select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(directory)).toSorted()).toEqual(['location.json', 'postgres.log']);
  expect(await findRunningPostgres(directory)).toBeDefined();
});

asRoot(
  'an ordinary user runs PostgreSQL from a package without links that they cannot change, also after a start with sudo',
  async () => {
    const scratch = await createScratch({ hasCluster: true });
    const { directory } = scratch;
    const program = await copyProgram(join(scratch.root, 'clone'));
    const links = await readFile(join(program.packageDirectory, 'native/pg-symlinks.json'), 'utf8');
    for (const { target } of JSON.parse(links) as { target: string }[])
      await rm(join(program.packageDirectory, target), { force: true });
    execFileSync('chown', ['-R', `${ORDINARY.uid}:${ORDINARY.gid}`, dirname(directory)]);
    await chmod(dirname(directory), 0o700);
    const run = async (identity: typeof ORDINARY): Promise<Record<string, unknown>> => {
      const { child, report } = await scratch.startProcess({ directory, program, identity });
      const running = await report;
      expect(running).toMatchObject({ state: 'running', adopted: false });
      expect((await stat(`/proc/${String(running['pid'])}`)).uid).toBe(ORDINARY.uid);
      child.kill('SIGTERM');
      await until('it has stopped', 20_000, () => child.exitCode !== null);
      return running;
    };

    const first = await run(ORDINARY);
    expect((await readdir(directory)).toSorted()).toEqual(['binaries', 'cluster', 'postgres.log']);
    expect(existsSync(scratch.places.sharedDirectory)).toBe(false);
    // The taken port makes root write the kept state anew.
    const squatter = createServer().listen(Number(first['port']), '127.0.0.1');
    onTestFinished(() => void squatter.close());
    const second = await run({ uid: 0, gid: 0 });
    expect(second['port']).not.toBe(first['port']);
    expect(await run(ORDINARY)).toMatchObject({ port: second['port'] });
  },
);
