/**
 * PostgreSQL's programs, ready to be run by whoever runs them. Two things may be missing in the npm package: its library links
 * (npm does not run install scripts that are not allowed) and the way to it (a clone under /root). Links are made in
 * place; where that is impossible, or the way is closed, a complete copy is used. The package itself is otherwise never changed.
 */
import { existsSync } from 'node:fs';
import { chmod, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { hasCode } from './atomic-file.ts';
import {
  ENTER,
  findClosedDirectory,
  isAllowed,
  permissionsAlong,
  permissionsOf,
  READ,
} from './path-permissions.ts';
import { copyOnce } from './runtime-copy.ts';
import { credentialsOf, type ServiceUser } from './service-user.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** As PostgreSQL counts, e.g. 18.4. */
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
          // A tree that nobody may write to is copied as one.
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
  const who = credentialsOf(runAs);
  const program = join(packageDirectory, 'native', 'bin', 'postgres');
  const closed = findClosedDirectory(await permissionsAlong(dirname(program)), who);
  return closed === undefined && isAllowed(await permissionsOf(program), who, READ | ENTER);
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
