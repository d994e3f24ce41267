import { existsSync } from 'node:fs';
import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { UserError } from '#/domain/user-error.ts';
import { toClientConfig, type PostgresConnection } from '../database.ts';
import { connectionAt, pathsIn, readPassword, readState, writeState } from './cluster-files.ts';
import { findRunningPostgres } from './embedded-postgres.ts';
import { createScratch, endProcess, pidIn, type Scratch } from './fixtures/scratch.ts';
import { prepareBinaries } from './programs.ts';
import { lifeOf, spawnPostmaster } from './postmaster.ts';
import { serverArguments } from './server-settings.ts';
import { isRoot, ownerOf } from './files.ts';

test('after kill -9 of its process the server is adopted with its connection and rows; when it dies, it is started again', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const { pid, connection } = await leaveOrphan(scratch);
  await scratch.connect({ connection }).query('create table kept as select 42 as answer');

  const postgres = await scratch.start();

  expect(postgres.describe()).toMatchObject({ state: 'running', pid, adopted: true });
  expect(toClientConfig(postgres.connection)).toEqual(toClientConfig(connection));
  process.kill(pid, 'SIGKILL');
  await until('the server is started again', 20_000, () => postgres.describe().restarts === 1);
  expect(postgres.describe()).toMatchObject({ state: 'running', adopted: false });
  expect(await scratch.connect(postgres).query('select answer from kept')).toEqual([{ answer: 42 }]);
});

test('an orphan that is shutting down is waited for and then replaced', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const { pid } = await spawnByHand(scratch);
  await untilReady(scratch);
  const { port } = await readState(pathsIn(scratch.directory));
  const password = await readPassword(pathsIn(scratch.directory));
  const lingering = new pg.Client(toClientConfig(connectionAt(port, password)));
  await lingering.connect();
  // The polite shutdown waits for sessions to end: this one.
  process.kill(pid, 'SIGTERM');
  await untilLockFileSays(scratch, 'stopping');

  await expect(scratch.start({ signal: AbortSignal.timeout(300) })).rejects.toThrow('aborted');
  expect(lifeOf(pid)).toBeDefined();
  const starting = scratch.start();
  await lingering.end();
  const postgres = await starting;

  expect(postgres.describe()).toMatchObject({ state: 'running', adopted: false });
  expect(lifeOf(pid)).toBeUndefined();
});

test('an orphan that is still starting is waited for, adopted, and stopped like one of our own', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const { pid } = await spawnByHand(scratch);
  await until('the server has its lock file', 20_000, () => existsSync(lockFileOf(scratch)));

  const postgres = await scratch.start();

  expect(postgres.describe()).toMatchObject({ state: 'running', pid, adopted: true });
  await postgres.stop();
  expect(lifeOf(pid)).toBeUndefined();
});

test('a server without a lock file yet and a second start end with one server', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const first = await spawnByHand(scratch);

  const postgres = await scratch.start();

  const { pid } = postgres.describe();
  expect(pid).toBe(await pidIn(pathsIn(scratch.directory).data));
  if (pid !== first.pid) await first.ended();
});

test.each<[name: string, change: (scratch: Scratch) => Promise<void>, reason: RegExp]>([
  [
    'does not take our password',
    ({ directory }) => writeFile(pathsIn(directory).password, 'another one'),
    /password authentication failed/,
  ],
  [
    'is another cluster with our password',
    async ({ directory }) => {
      const paths = pathsIn(directory);
      await writeState(paths, { ...(await readState(paths)), systemIdentifier: '123' });
    },
    /system identifier \d+ instead of 123/,
  ],
])(
  'a PostgreSQL that %s is refused with its number, its folder and what to do',
  async (_, change, reason) => {
    const scratch = await createScratch({ hasCluster: true });
    const { pid } = await spawnByHand(scratch);
    await untilReady(scratch);
    await change(scratch);

    const error: unknown = await scratch.start().catch((error: unknown) => error);

    expect(error).toBeInstanceOf(UserError);
    const { data } = pathsIn(scratch.directory);
    const { message, hint } = error as UserError;
    expect(message).toMatch(`another PostgreSQL (pid ${pid}, port `);
    expect(message).toMatch(`runs in ${data}`);
    expect(message).toMatch(reason);
    expect(hint).toContain(`kill -INT ${pid}`);
    expect(lifeOf(pid)).toBeDefined();
    expect(await findRunningPostgres(scratch.directory)).toBeUndefined();
  },
);

test("another cluster's data is refused at a start, and its server is stopped", async () => {
  const scratch = await createScratch({ hasCluster: true });
  const paths = pathsIn(scratch.directory);
  const state = await readState(paths);
  await writeState(paths, { ...state, systemIdentifier: '123' });

  await expect(scratch.start()).rejects.toThrow(
    `its system identifier is ${state.systemIdentifier}, and 123 was expected`,
  );
  expect(existsSync(lockFileOf(scratch))).toBe(false);
});

/** The same user as the server's: only then PostgreSQL itself would believe the number. */
const bystanderIn = async (scratch: Scratch): Promise<number> =>
  scratch.startBystander(isRoot() ? await ownerOf(pathsIn(scratch.directory).data) : undefined);

test('a lock file with the number of another program is no obstacle, and that program lives on', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const bystander = await bystanderIn(scratch);
  await leaveLockFile(scratch, lockFileText(bystander));

  const postgres = await scratch.start();

  expect(postgres.describe()).toMatchObject({ state: 'running', adopted: false });
  expect(lifeOf(bystander)).toBeDefined();
  expect(scratch.logged.join('')).toContain(`"claimedBy":${bystander},"command":"sleep 600"`);
});

test.each(['names a dead process', 'is empty after a power cut'])(
  'a lock file that %s is no obstacle',
  async (damage) => {
    const scratch = await createScratch({ hasCluster: true });
    const dead = await bystanderIn(scratch);
    process.kill(dead, 'SIGKILL');
    await until('it is dead', 20_000, () => lifeOf(dead) === undefined);
    await leaveLockFile(scratch, damage.startsWith('names') ? lockFileText(dead) : '');

    const postgres = await scratch.start();

    expect(postgres.describe()).toMatchObject({ state: 'running', adopted: false });
  },
);

async function leaveOrphan(scratch: Scratch): Promise<{ pid: number; connection: PostgresConnection }> {
  const supervisor = await scratch.startProcess();
  const { pid, port } = await supervisor.report;
  await endProcess(supervisor.child);
  const password = await readPassword(pathsIn(scratch.directory));
  return { pid: Number(pid), connection: connectionAt(Number(port), password) };
}

/** A server that no supervisor watches, like that of a Gamekeeper that was killed. */
async function spawnByHand(scratch: Scratch) {
  const { data } = pathsIn(scratch.directory);
  const { port } = await readState(pathsIn(scratch.directory));
  const runAs = isRoot() ? await ownerOf(data) : undefined;
  const { packageDirectory, sharedDirectory: copyTo } = scratch.places;
  const { postgres } = await prepareBinaries({ packageDirectory, copyTo, runAs });
  const logFile = join(scratch.root, 'by-hand.log');
  return spawnPostmaster({ program: postgres, args: serverArguments(data, port), logFile, runAs });
}

const lockFileOf = (scratch: Scratch): string => join(pathsIn(scratch.directory).data, 'postmaster.pid');

async function untilLockFileSays(scratch: Scratch, status: string): Promise<void> {
  await until(`the lock file says ${status}`, 20_000, async () =>
    (await readFile(lockFileOf(scratch), 'utf8').catch(() => '')).includes(status),
  );
}
const untilReady = (scratch: Scratch): Promise<void> => untilLockFileSays(scratch, 'ready');

const lockFileText = (pid: number): string =>
  `${pid}\n/srv/data\n1794738002\n19577\n\n127.0.0.1\n  1234567   12\nready   \n`;

async function leaveLockFile(scratch: Scratch, text: string): Promise<void> {
  const path = lockFileOf(scratch);
  await writeFile(path, text, { mode: 0o600 });
  const { uid, gid } = await stat(join(path, '..'));
  await chown(path, uid, gid);
}
