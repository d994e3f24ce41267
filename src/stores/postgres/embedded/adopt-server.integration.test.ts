import { existsSync } from 'node:fs';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { UserError } from '#/domain/user-error.ts';
import { toClientConfig, type PostgresConnection } from '../database.ts';
import { connectionAt, pathsIn, readPassword, readState } from './cluster-files.ts';
import { findRunningPostgres } from './embedded-postgres.ts';
import { createScratch, endProcess, pidIn, until, type Scratch } from './fixtures/scratch.ts';
import { initialiseCluster } from './initialise-cluster.ts';
import { prepareBinaries } from './platform-binaries.ts';
import { spawnPostmaster } from './postmaster.ts';
import { lifeOf } from './process-life.ts';
import { serverArguments } from './server-settings.ts';
import { isRoot, ownerOf } from './service-user.ts';

test('after kill -9 of its process the server is adopted: same server, same connection, rows kept', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const { pid, connection } = await leaveOrphan(scratch);
  await scratch.connect({ connection }).query('create table kept as select 42 as answer');

  const postgres = await scratch.start();

  expect(postgres.describe()).toMatchObject({ state: 'running', pid, adopted: true });
  expect(toClientConfig(postgres.connection)).toEqual(toClientConfig(connection));
  expect(await scratch.connect(postgres).query('select answer from kept')).toEqual([{ answer: 42 }]);
  await postgres.stop();
  expect(lifeOf(pid)).toBeUndefined();
});

test('the death of an adopted server is noticed within a second, and it is started again', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const { pid } = await leaveOrphan(scratch);
  const postgres = await scratch.start();

  process.kill(pid, 'SIGKILL');
  await until(() => postgres.describe().state === 'restarting');
  await until(() => postgres.describe().state === 'running');

  expect(postgres.describe()).toMatchObject({ adopted: false, restarts: 1 });
  expect(await scratch.connect(postgres).query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('an orphan that is shutting down is waited for and then replaced', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const { pid, connection } = await leaveOrphan(scratch);
  const lingering = new pg.Client(toClientConfig(connection));
  await lingering.connect();
  // The polite shutdown waits for sessions to end, so it lasts exactly as long as this test wants.
  process.kill(pid, 'SIGTERM');
  const pidFile = join(scratch.directory, 'cluster/data/postmaster.pid');
  await until(async () => (await readFile(pidFile, 'utf8')).includes('stopping'));

  await expect(scratch.start({ signal: AbortSignal.timeout(300) })).rejects.toThrow('aborted');
  expect(lifeOf(pid)).toBeDefined();
  const starting = scratch.start();
  await lingering.end();
  const postgres = await starting;

  expect(postgres.describe()).toMatchObject({ state: 'running', adopted: false });
  expect(lifeOf(pid)).toBeUndefined();
});

test('an orphan that is still starting is waited for and then adopted', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const supervisor = await scratch.startProcess();
  // Killed while its server is on the way up, at whatever point that is.
  const pid = await until(() => pidIn(join(scratch.directory, 'cluster/data')).catch(() => undefined));
  await endProcess(supervisor.child);

  const postgres = await scratch.start();

  expect(postgres.describe()).toMatchObject({ state: 'running', pid, adopted: true });
});

test('a server without a lock file yet and a second start end with one server', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const { data } = pathsIn(scratch.directory);
  const { port } = await readState(pathsIn(scratch.directory));
  const first = await spawnByHand(scratch, port);

  const postgres = await scratch.start();

  expect(postgres.describe().pid).toBe(await pidIn(data));
  if (postgres.describe().pid !== first.pid) await until(() => first.end());
});

test('a PostgreSQL that is not ours is refused with its number, its folder and what to do', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const pid = await runForeignServer(scratch);
  const { data } = pathsIn(scratch.directory);

  const error: unknown = await scratch.start().catch((error: unknown) => error);

  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({
    message: expect.stringMatching(
      `another PostgreSQL \\(pid ${pid}, port \\d+\\) runs in ${data}`,
    ) as string,
    hint: expect.stringContaining(`kill -INT ${pid}`) as string,
  });
  expect(lifeOf(pid)).toBeDefined();
  expect(await findRunningPostgres(scratch.directory)).toBeUndefined();
});

test('another cluster that happens to have our password is refused as well', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const paths = pathsIn(scratch.directory);
  const state = await readState(paths);
  await writeFile(paths.state, JSON.stringify({ ...state, systemIdentifier: '123' }));

  await expect(scratch.start()).rejects.toThrow(
    `its system identifier is ${state.systemIdentifier}, and 123 was expected`,
  );
  expect(existsSync(join(paths.data, 'postmaster.pid'))).toBe(false);

  await spawnByHand(scratch, state.port);
  // Without its lock file it would be a race of two starts, which another test is about.
  await until(() => existsSync(join(paths.data, 'postmaster.pid')));
  await expect(scratch.start()).rejects.toThrow(`system identifier ${state.systemIdentifier} instead of 123`);
});

test('a process number that belongs to another program by now is no obstacle, and that program lives on', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const { pid: orphan } = await leaveOrphan(scratch);
  const { data } = pathsIn(scratch.directory);
  const owner = await ownerOf(data);
  // The same user as the server's: only then PostgreSQL itself would believe the number.
  const bystander = scratch.startBystander(isRoot() ? owner : undefined);
  const left = await readFile(join(data, 'postmaster.pid'), 'utf8');
  process.kill(orphan, 'SIGKILL');
  await until(() => lifeOf(orphan) === undefined);
  await leaveLockFile(data, left.replace(String(orphan), String(bystander)));

  const postgres = await scratch.start();

  expect(postgres.describe()).toMatchObject({ state: 'running', adopted: false });
  expect(lifeOf(bystander)).toBeDefined();
  expect(scratch.logged.join('')).toContain(`"claimedBy":${bystander},"command":"sleep 600"`);
});

test.each([
  ['names a dead process', (text: string, dead: number) => text.replace(/^\d+/, String(dead))],
  ['is empty after a power cut', () => ''],
])('a lock file that %s is no obstacle', async (_, change) => {
  const scratch = await createScratch({ hasCluster: true });
  const first = await scratch.start();
  const { data } = pathsIn(scratch.directory);
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8');
  const dead = Number(first.describe().pid);
  await first.stop();
  await leaveLockFile(data, change(text, dead));

  const second = await scratch.start();

  expect(second.describe()).toMatchObject({ state: 'running', adopted: false });
});

async function leaveOrphan(scratch: Scratch): Promise<{ pid: number; connection: PostgresConnection }> {
  const supervisor = await scratch.startProcess();
  const { pid, port } = await supervisor.report;
  await endProcess(supervisor.child);
  const password = await readPassword(pathsIn(scratch.directory));
  return { pid: Number(pid), connection: connectionAt(Number(port), password) };
}

async function spawnByHand(scratch: Scratch, port: number) {
  const { data } = pathsIn(scratch.directory);
  const runAs = isRoot() ? await ownerOf(data) : undefined;
  const { packageDirectory, sharedDirectory: copyTo } = scratch.places;
  const { postgres } = await prepareBinaries({ packageDirectory, copyTo, runAs });
  const logFile = join(scratch.root, 'by-hand.log');
  return spawnPostmaster({ program: postgres, args: serverArguments(data, port), logFile, runAs });
}

/** Puts another cluster's data in the place of ours and runs it. */
async function runForeignServer(scratch: Scratch): Promise<number> {
  const ours = pathsIn(scratch.directory);
  const runAs = isRoot() ? await ownerOf(ours.data) : undefined;
  const { packageDirectory, sharedDirectory: copyTo } = scratch.places;
  const binaries = await prepareBinaries({ packageDirectory, copyTo, runAs });
  const theirs = await initialiseCluster({ home: scratch.root, binaries, runAs, log: scratch.log });
  await rename(ours.data, join(scratch.root, 'our-data'));
  await rename(theirs.data, ours.data);
  const { port } = await readState(theirs);
  const { pid } = await spawnByHand(scratch, port);
  await until(async () =>
    (await readFile(join(ours.data, 'postmaster.pid'), 'utf8').catch(() => '')).includes('ready'),
  );
  return pid;
}

async function leaveLockFile(data: string, text: string): Promise<void> {
  const path = join(data, 'postmaster.pid');
  await writeFile(path, text, { mode: 0o600 });
  const { uid, gid } = await stat(data);
  await chown(path, uid, gid);
}
