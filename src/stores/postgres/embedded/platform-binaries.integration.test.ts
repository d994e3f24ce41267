import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asRoot } from '../../../../test/support/conditional-test.ts';
import { copyPackage } from './fixtures/copied-program.ts';
import { createScratch, type Scratch } from './fixtures/scratch.ts';
import { defaultPlaces } from './places.ts';
import { prepareBinaries, type Binaries } from './platform-binaries.ts';
import { findServiceUser, spawnIdentity, type ServiceUser } from './service-user.ts';

test('links that npm did not make are made in place, also by two processes at once', async () => {
  const { packageDirectory, copyTo } = await unpack(await createScratch());
  await removeLinks(packageDirectory);

  const [binaries] = await Promise.all(
    [1, 2, 3].map(() => prepareBinaries({ packageDirectory, copyTo, runAs: undefined })),
  );

  expect(binaries?.postgres).toBe(join(packageDirectory, 'native/bin/postgres'));
  expect(versionOf(binaries)).toBe(`postgres (PostgreSQL) ${binaries?.version}`);
  expect(existsSync(copyTo)).toBe(false);
});

asRoot('a package under a closed folder is copied once, complete with its links', async () => {
  const scratch = await createScratch();
  const { packageDirectory, copyTo } = await unpack(scratch, 0o700);
  await removeLinks(packageDirectory);
  const runAs = await findServiceUser();

  const all = await Promise.all([1, 2, 3].map(() => prepareBinaries({ packageDirectory, copyTo, runAs })));

  const [copy, ...others] = await readdir(copyTo);
  expect(copy).toMatch(new RegExp(`^postgres-${all[0]?.major}\\..*-${process.arch}$`));
  expect(others).toEqual([]);
  for (const binaries of all)
    expect(binaries.postgres).toBe(join(copyTo, String(copy), 'native/bin/postgres'));
  expect(versionOf(all[0], runAs)).toBe(`postgres (PostgreSQL) ${all[0]?.version}`);
});

asRoot('a package that was unpacked for its owner alone is copied, and the copy is open', async () => {
  const scratch = await createScratch();
  const { packageDirectory, copyTo } = await unpack(scratch);
  execFileSync('chmod', ['-R', 'go=', join(packageDirectory, 'native')]);
  await chmod(join(packageDirectory, 'native'), 0o755);
  await chmod(join(packageDirectory, 'native/bin'), 0o755);
  const runAs = await findServiceUser();

  const binaries = await prepareBinaries({ packageDirectory, copyTo, runAs });

  expect(binaries.postgres.startsWith(copyTo)).toBe(true);
  expect(versionOf(binaries, runAs)).toContain(binaries.version);
});

asRoot('a half copy of a process that was killed long ago is swept, a young one is not', async () => {
  const scratch = await createScratch();
  const { packageDirectory, copyTo } = await unpack(scratch, 0o700);
  const runAs = await findServiceUser();
  const { version } = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string;
  };
  const [old, young] = ['old', 'young'].map(
    (age) => `.unfinished-postgres-${version}-${process.arch}-${age}`,
  );
  for (const name of [old, young]) await mkdir(join(copyTo, String(name), 'native'), { recursive: true });
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(join(copyTo, String(old)), anHourAgo, anHourAgo);

  await prepareBinaries({ packageDirectory, copyTo, runAs });

  const names = await readdir(copyTo);
  expect(names).not.toContain(old);
  expect(names).toContain(young);
});

test('the version of the programs is the one they tell themselves', async () => {
  const { places } = await createScratch();

  const { version, major, postgres } = await prepareBinaries({
    ...places,
    copyTo: places.sharedDirectory,
    runAs: undefined,
  });

  expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' }).trim()).toBe(
    `postgres (PostgreSQL) ${version}`,
  );
  expect(version.startsWith(`${major}.`)).toBe(true);
});

async function unpack(scratch: Scratch, mode = 0o755): Promise<{ packageDirectory: string; copyTo: string }> {
  const clone = join(scratch.root, 'clone');
  const packageDirectory = await copyPackage(defaultPlaces().packageDirectory, join(clone, 'package'));
  await chmod(clone, mode);
  expect((await stat(clone)).mode & 0o777).toBe(mode);
  return { packageDirectory, copyTo: join(scratch.root, 'shared') };
}

async function removeLinks(packageDirectory: string): Promise<void> {
  const text = await readFile(join(packageDirectory, 'native/pg-symlinks.json'), 'utf8');
  for (const { target } of JSON.parse(text) as { target: string }[]) {
    await rm(join(packageDirectory, target), { force: true });
  }
  expect(() =>
    execFileSync(join(packageDirectory, 'native/bin/postgres'), ['--version'], { stdio: 'pipe' }),
  ).toThrow('error while loading shared libraries');
}

function versionOf(binaries: Binaries | undefined, runAs?: ServiceUser): string {
  const options = { ...spawnIdentity(runAs), cwd: '/', encoding: 'utf8' as const };
  return execFileSync(binaries?.postgres ?? '', ['--version'], options).trim();
}
