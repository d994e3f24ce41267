/** A package of the same shape as the one of npm, but with a script in the place of the server. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asRoot } from '../../../../test/support/conditional-test.ts';
import { prepareBinaries, type Binaries } from './programs.ts';
import { findServiceUser, spawnIdentity, type ServiceUser } from './files.ts';

const VERSION = 'postgres (PostgreSQL) 18.4';

let root: string;
let packageDirectory: string;
let copyTo: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gamekeeper-package-'));
  chmodSync(root, 0o755);
  packageDirectory = join(root, 'clone/package');
  copyTo = join(root, 'shared');
  const files = {
    'package.json': '{"version":"18.4.0-beta.17"}',
    'native/bin/postgres': `#!/bin/sh\ncat "$(dirname "$0")/../lib/version.so"\n`,
    'native/lib/version.so.5': VERSION,
    'native/pg-symlinks.json': '[{"source":"native/lib/version.so.5","target":"native/lib/version.so"}]',
  };
  for (const folder of ['bin', 'lib'])
    mkdirSync(join(packageDirectory, 'native', folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(packageDirectory, name), text);
  chmodSync(join(packageDirectory, 'native/bin/postgres'), 0o755);
});
afterEach(() => rmSync(root, { recursive: true }));

/** Several at once, as processes that start together. */
const prepare = (runAs: ServiceUser | undefined): Promise<Binaries[]> =>
  Promise.all([1, 2, 3].map(() => prepareBinaries({ packageDirectory, copyTo, runAs })));

function versionOf({ postgres }: Binaries, runAs?: ServiceUser): string {
  return execFileSync(postgres, { ...spawnIdentity(runAs), cwd: '/', encoding: 'utf8' });
}

test('links that npm did not make are made in place', async () => {
  for (const binaries of await prepare(undefined)) {
    expect(binaries.postgres).toBe(join(packageDirectory, 'native/bin/postgres'));
    expect(binaries).toMatchObject({ version: '18.4', major: '18' });
    expect(versionOf(binaries)).toBe(VERSION);
  }
  expect(existsSync(copyTo)).toBe(false);
});

asRoot('a package under a closed folder is copied once, complete with its links', async () => {
  chmodSync(join(root, 'clone'), 0o700);
  const runAs = await findServiceUser();
  for (const binaries of await prepare(runAs)) {
    expect(binaries.postgres).toBe(
      join(copyTo, `postgres-18.4.0-beta.17-${process.arch}/native/bin/postgres`),
    );
    expect(versionOf(binaries, runAs)).toBe(VERSION);
  }
  expect(readdirSync(copyTo)).toHaveLength(1);
});

asRoot('a package that was unpacked for its owner alone is copied, and the copy is open', async () => {
  execFileSync('chmod', ['-R', 'go=', join(packageDirectory, 'native')]);
  for (const folder of ['native', 'native/bin']) chmodSync(join(packageDirectory, folder), 0o755);
  const runAs = await findServiceUser();
  for (const binaries of await prepare(runAs)) {
    expect(binaries.postgres.startsWith(copyTo)).toBe(true);
    expect(versionOf(binaries, runAs)).toBe(VERSION);
  }
});

asRoot(
  'the unfinished copy of a process that was killed long ago is removed, a young one is not',
  async () => {
    chmodSync(join(root, 'clone'), 0o700);
    const [old, young] = ['old', 'young'].map(
      (age) => `.unfinished-postgres-18.4.0-beta.17-${process.arch}-${age}`,
    );
    for (const name of [old, young]) mkdirSync(join(copyTo, String(name), 'native'), { recursive: true });
    utimesSync(join(copyTo, String(old)), new Date(0), new Date(0));

    await prepare(await findServiceUser());

    expect(readdirSync(copyTo)).not.toContain(old);
    expect(readdirSync(copyTo)).toContain(young);
  },
);
