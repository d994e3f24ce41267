import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { asRoot } from '../../../../test/support/conditional-test.ts';
import { UserError } from '#/domain/user-error.ts';
import { findRunningPostgres } from './embedded-postgres.ts';
import { copyProgram, type CopiedProgram } from './fixtures/copied-program.ts';
import { createScratch, endProcess, until, type Scratch } from './fixtures/scratch.ts';
import { prepareCluster } from './prepare-cluster.ts';
import { findServiceUser, isRoot } from './service-user.ts';

/** A clone that everybody may read and only root may change. */
let clone: CopiedProgram;
let cloneRoot: string;
beforeAll(async () => {
  if (!isRoot()) return;
  cloneRoot = await mkdtemp(join(tmpdir(), 'gamekeeper-clone-'));
  await chmod(cloneRoot, 0o755);
  clone = await copyProgram(cloneRoot);
});
afterAll(async () => {
  if (isRoot()) await rm(cloneRoot, { recursive: true });
});

/** Somebody ordinary: neither root nor the user whom root would choose for PostgreSQL. */
const ORDINARY = { uid: 1, gid: 1 };

test('killed in the middle of making the cluster, the next start makes it anew', async () => {
  const scratch = await createScratch();
  const killed = await scratch.startProcess();
  // initdb has begun to write, and is not done.
  await until(() => findUnfinished(scratch.directory, 'data/base'));
  await endProcess(killed.child);
  expect(existsSync(join(scratch.directory, 'cluster'))).toBe(false);

  const postgres = await scratch.start();

  expect(await scratch.connect(postgres).query('select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(scratch.directory)).toSorted()).toEqual(['cluster', 'postgres.log']);
});

test('data of another major version is refused with both versions, the folder and the ways out', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const data = join(scratch.directory, 'cluster/data');
  await writeFile(join(data, 'PG_VERSION'), '17\n');

  const error: unknown = await scratch.start().catch((error: unknown) => error);

  expect(error).toBeInstanceOf(UserError);
  const { message, hint } = error as UserError;
  expect(message).toMatch(/PostgreSQL 17, .* PostgreSQL 18\.\d+/);
  expect(message).toContain(data);
  expect(hint).toMatch(
    /version that you used before.*PostgreSQL 17 server.*pg_dump.*DATABASE_URL.*start empty/,
  );
});

test('a folder without PG_VERSION is refused', async () => {
  const scratch = await createScratch({ hasCluster: true });
  await rm(join(scratch.directory, 'cluster/data/PG_VERSION'));

  await expect(scratch.start()).rejects.toThrow('is not a PostgreSQL data directory');
});

asRoot('under root the server runs as an unprivileged user who owns its data and nothing else', async () => {
  const scratch = await createScratch();
  const postgres = await scratch.start();
  const user = await findServiceUser();

  expect((await stat(join(scratch.directory, 'cluster/data'))).uid).toBe(user.uid);
  expect((await stat(join(scratch.directory, 'cluster/password'))).uid).toBe(0);
  expect((await stat(scratch.directory)).mode & 0o777).toBe(0o711);
  const status = await readFile(`/proc/${postgres.describe().pid}/status`, 'utf8');
  expect(status).toMatch(new RegExp(`^Uid:\t${user.uid}\t${user.uid}\t${user.uid}\t`, 'm'));
  expect(status).toMatch(/^Groups:\s*$/m);
});

asRoot('under root a cluster keeps its owner, also when another user would be chosen today', async () => {
  const scratch = await createScratch({ hasCluster: true });
  await giveAway(join(scratch.directory, 'cluster/data'), ORDINARY);

  const postgres = await scratch.start();

  expect((await stat(`/proc/${postgres.describe().pid}`)).uid).toBe(ORDINARY.uid);
});

asRoot('under root, data that belongs to root is refused with the command that mends it', async () => {
  const scratch = await createScratch({ hasCluster: true });
  await giveAway(join(scratch.directory, 'cluster/data'), { uid: 0, gid: 0 });

  await expect(scratch.start()).rejects.toMatchObject({
    hint: expect.stringContaining('chown -R') as string,
  });
});

asRoot(
  'a data folder that the user cannot enter gets its cluster outside, and the pointer is followed',
  async () => {
    const scratch = await createScratch();
    await closeParent(scratch);

    const first = await scratch.start();
    await scratch.connect(first).query('create table kept as select 42 as answer');
    const outside = await readPointer(scratch);
    expect(dirname(outside)).toBe(scratch.places.sharedDirectory);
    expect(existsSync(join(outside, 'cluster/data/PG_VERSION'))).toBe(true);
    expect(await findRunningPostgres(scratch.directory)).toBeDefined();
    await first.stop();

    const second = await scratch.start();
    expect(await scratch.connect(second).query('select answer from kept')).toEqual([{ answer: 42 }]);
    expect(scratch.logged.filter((line) => line.includes('outside the data folder'))).toHaveLength(1);
  },
);

asRoot(
  'without its pointer a cluster outside is never taken again: the start is fresh under a new name',
  async () => {
    const scratch = await createScratch();
    await closeParent(scratch);
    const first = await scratch.start();
    await scratch.connect(first).query('create table kept as select 42 as answer');
    const before = await readPointer(scratch);
    await first.stop();
    await rm(join(scratch.directory, 'location.json'));

    const second = await scratch.start();

    expect(await readPointer(scratch)).not.toBe(before);
    await expect(scratch.connect(second).query('select answer from kept')).rejects.toThrow('does not exist');
    expect(existsSync(join(before, 'cluster/data/PG_VERSION'))).toBe(true);
  },
);

asRoot('a pointer to a cluster that is gone is an error, not an empty start', async () => {
  const scratch = await createScratch();
  await closeParent(scratch);
  await prepareCluster(scratch.directory, scratch.places, scratch.log);
  const outside = await readPointer(scratch);
  await rename(outside, `${outside}-away`);

  await expect(scratch.start()).rejects.toThrow(`${outside}, but nothing is there`);
  expect(existsSync(outside)).toBe(false);
});

asRoot('a cluster whose folder was closed later is refused with the folder that is in the way', async () => {
  const scratch = await createScratch({ hasCluster: true });
  await closeParent(scratch);

  await expect(scratch.start()).rejects.toMatchObject({
    message: expect.stringContaining(`${dirname(scratch.directory)} does not let them in`) as string,
    hint: expect.stringContaining(`chmod o+x ${dirname(scratch.directory)}`) as string,
  });
});

asRoot('a whole clone under a closed home runs as root, from first start to adoption', async () => {
  const scratch = await createScratch();
  const home = join(scratch.root, 'home');
  await mkdir(home, { mode: 0o700 });
  const program = await copyProgram(join(home, 'clone'));
  const directory = join(program.root, 'data/postgres');

  const first = await scratch.startProcess({ directory, program });
  const { pid, state } = await first.report;
  expect(state).toBe('running');
  await endProcess(first.child);
  const second = await scratch.startProcess({ directory, program });

  expect(await second.report).toMatchObject({ state: 'running', pid, adopted: true });
});

asRoot(
  'an ordinary user runs it as themselves, with a package that they cannot change and whose links are missing',
  async () => {
    const scratch = await createScratch();
    const program = await copyProgram(join(scratch.root, 'clone'));
    const links = await readFile(join(program.packageDirectory, 'native/pg-symlinks.json'), 'utf8');
    for (const { target } of JSON.parse(links) as { target: string }[]) {
      await rm(join(program.packageDirectory, target), { force: true });
    }
    const home = join(scratch.root, 'home');
    await mkdir(home, { mode: 0o700 });
    await chown(home, ORDINARY.uid, ORDINARY.gid);
    const directory = join(home, 'postgres');

    const started = await scratch.startProcess({ directory, program, identity: ORDINARY });
    const report = await started.report;

    expect(report).toMatchObject({ state: 'running', adopted: false });
    expect((await stat(`/proc/${String(report['pid'])}`)).uid).toBe(ORDINARY.uid);
    expect((await readdir(directory)).toSorted()).toEqual(['binaries', 'cluster', 'postgres.log']);
    expect(existsSync(scratch.places.sharedDirectory)).toBe(false);
  },
);

asRoot('a start with sudo in between does not lock the ordinary user out', async () => {
  const scratch = await createScratch();
  const home = join(scratch.root, 'home');
  await mkdir(home, { mode: 0o700 });
  await chown(home, ORDINARY.uid, ORDINARY.gid);
  const directory = join(home, 'postgres');
  const run = async (identity: { uid: number; gid: number }): Promise<Record<string, unknown>> => {
    const { child, report } = await scratch.startProcess({ directory, program: clone, identity });
    const running = await report;
    child.kill('SIGTERM');
    await until(() => child.exitCode !== null);
    return running;
  };

  const first = await run(ORDINARY);
  // The taken port makes root write the kept state anew.
  const squatter = createServer().listen(Number(first['port']), '127.0.0.1');
  onTestFinished(() => void squatter.close());
  const second = await run({ uid: 0, gid: 0 });
  const third = await run(ORDINARY);

  expect(second).toMatchObject({ state: 'running', adopted: false });
  expect(second['port']).not.toBe(first['port']);
  expect(third).toMatchObject({ state: 'running', adopted: false, port: second['port'] });
});

asRoot('an ordinary user is told whose data it is when root started first', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const user = await findServiceUser();

  const refused = await scratch.startProcess({ program: clone, identity: ORDINARY });

  expect(await refused.report).toMatchObject({
    error: expect.stringContaining(
      `belong to ${user.name}, but Gamekeeper runs as uid ${ORDINARY.uid}`,
    ) as string,
    hint: expect.stringContaining('root') as string,
  });
});

asRoot('a shared folder that is closed itself is named', async () => {
  const scratch = await createScratch();
  await closeParent(scratch);
  await mkdir(scratch.places.sharedDirectory, { mode: 0o700 });

  await expect(scratch.start()).rejects.toThrow(`${scratch.places.sharedDirectory} does not let them in`);
});

async function findUnfinished(directory: string, inside: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  return names.some((name) => name.startsWith('unfinished-') && existsSync(join(directory, name, inside)));
}

/** Like a data folder under /root. */
async function closeParent(scratch: Scratch): Promise<void> {
  const parent = dirname(scratch.directory);
  await mkdir(parent, { recursive: true });
  await chmod(parent, 0o700);
}

async function readPointer(scratch: Scratch): Promise<string> {
  const text = await readFile(join(scratch.directory, 'location.json'), 'utf8');
  return (JSON.parse(text) as { home: string }).home;
}

async function giveAway(directory: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  for (const name of await readdir(directory, { recursive: true }))
    await chown(join(directory, name), uid, gid);
  await chown(directory, uid, gid);
}
