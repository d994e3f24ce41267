/** Where the cluster lives and who runs it, decided before any server is started. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asRoot } from '../../../../test/support/conditional-test.ts';
import { locateCluster } from './cluster-location.ts';
import { findServiceUser } from './files.ts';

/** Neither root nor the user that root would choose for PostgreSQL. */
const ORDINARY = 1;

let root: string;
let directory: string;
let sharedDirectory: string;
let logged: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gamekeeper-location-'));
  chmodSync(root, 0o755);
  directory = join(root, 'home/postgres');
  sharedDirectory = join(root, 'shared');
  logged = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

const locate = () =>
  locateCluster({
    directory,
    sharedDirectory,
    log: pino({}, { write: (line) => void logged.push(line) }),
  });

/** As under /root. */
function closeHome(): void {
  mkdirSync(dirname(directory), { recursive: true });
  chmodSync(dirname(directory), 0o700);
}

function makeData(home: string, owner: number): void {
  mkdirSync(join(home, 'cluster/data'), { recursive: true });
  chownSync(join(home, 'cluster/data'), owner, owner);
}

asRoot(
  'under root a new cluster belongs to the service user, in a folder that others may only pass',
  async () => {
    expect(await locate()).toEqual({ home: directory, runAs: await findServiceUser() });
    expect(statSync(directory).mode & 0o777).toBe(0o711);
  },
);

asRoot('under root a cluster keeps its owner, also when another user would be chosen today', async () => {
  makeData(directory, ORDINARY);
  expect(await locate()).toMatchObject({ home: directory, runAs: { uid: ORDINARY } });
});

asRoot('under root, data that belongs to root is refused with the command that repairs it', async () => {
  makeData(directory, 0);
  await expect(locate()).rejects.toMatchObject({ hint: expect.stringContaining('chown -R') as string });
});

asRoot('an ordinary user is told whose data it is when root started first', async () => {
  const user = await findServiceUser();
  makeData(directory, user.uid);
  vi.spyOn(process, 'getuid').mockReturnValue(ORDINARY);

  await expect(locate()).rejects.toMatchObject({
    message: expect.stringContaining(
      `belong to ${user.name}, but Gamekeeper runs as uid ${ORDINARY}`,
    ) as string,
    hint: expect.stringContaining('root') as string,
  });
});

asRoot(
  'a data folder that the service user cannot enter gets its cluster outside, and the pointer is followed',
  async () => {
    closeHome();
    const { home, runAs } = await locate();
    expect(dirname(home)).toBe(sharedDirectory);
    expect(readdirSync(directory)).toEqual(['location.json']);
    makeData(home, runAs?.uid ?? 0);

    expect(await locate()).toMatchObject({ home, runAs: { uid: runAs?.uid } });
    expect(logged.filter((line) => line.includes('outside the data folder'))).toHaveLength(1);
  },
);

asRoot('without its pointer a cluster outside is never taken again: the next has a new name', async () => {
  closeHome();
  const { home } = await locate();
  makeData(home, ORDINARY);
  rmSync(join(directory, 'location.json'));

  expect((await locate()).home).not.toBe(home);
  expect(existsSync(join(home, 'cluster/data'))).toBe(true);
});

asRoot('a pointer to a cluster that is gone is an error, not an empty start', async () => {
  closeHome();
  const { home } = await locate();
  renameSync(home, `${home}-away`);

  await expect(locate()).rejects.toThrow(`${home}, but nothing is there`);
  expect(existsSync(home)).toBe(false);
});

test.each(['not JSON', '[]', '{"home":5}'])('a pointer with the text %s is refused', async (text) => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'location.json'), text);
  await expect(locate()).rejects.toThrow(`are in ${JSON.stringify(text)}, but nothing is there`);
});

asRoot('a cluster whose folder was closed later is refused with the folder that is in the way', async () => {
  makeData(directory, ORDINARY);
  closeHome();
  await expect(locate()).rejects.toMatchObject({
    message: expect.stringContaining(`${dirname(directory)} does not let them in`) as string,
    hint: expect.stringContaining(`chmod o+x ${dirname(directory)}`) as string,
  });
});

asRoot('a shared folder that is closed itself, or open for writing, is refused by its name', async () => {
  closeHome();
  mkdirSync(sharedDirectory, { mode: 0o700 });
  await expect(locate()).rejects.toThrow(`${sharedDirectory} does not let them in`);
  rmSync(directory, { recursive: true });
  chmodSync(sharedDirectory, 0o777);
  await expect(locate()).rejects.toThrow(`${sharedDirectory}, which other users can change`);
});
