/**
 * Where the cluster of an operator's folder is, and which user runs it. Usually in the folder itself. Under root it may have to be
 * elsewhere: when the unprivileged user that runs PostgreSQL cannot enter the folder (a clone under /root), the cluster goes to the
 * shared folder of the machine, and `location.json` in the operator's folder names it.
 *
 * It does not guess. A cluster outside that no pointer names is not touched, and a pointer that names nothing is an error: to start
 * empty instead would look like lost data.
 */
import { UserError } from '#/domain/user-error.ts';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { pathsIn } from './cluster-files.ts';
import {
  findClosedDirectory,
  findServiceUser,
  isRoot,
  ownerOf,
  permissionsAlong,
  readIfPresent,
  type ServiceUser,
  writeFileAtomically,
} from './files.ts';
import { makeSharedDirectory } from './programs.ts';

export interface ClusterLocation {
  readonly home: string;
  /** Undefined: the user of this process. */
  readonly runAs: ServiceUser | undefined;
}

export interface LocationOptions {
  readonly directory: string;
  readonly sharedDirectory: string;
  readonly log: Logger;
}

export async function locateCluster(options: LocationOptions): Promise<ClusterLocation> {
  await makeDirectory(options.directory);
  const home = await findHome(options.directory);
  const { data } = pathsIn(home);
  const exists = existsSync(data);
  if (!isRoot()) {
    if (exists) refuseForeignOwner(data, await ownerOf(data));
    return { home, runAs: undefined };
  }

  const runAs = exists ? refuseRootOwner(data, await ownerOf(data)) : await findServiceUser();
  const closed = findClosedDirectory(await permissionsAlong(home), runAs);
  if (!closed) return { home, runAs };
  if (exists || home !== options.directory) throw unreachable(home, closed.path, runAs);
  const outside = await moveOutside(options);
  const stillClosed = findClosedDirectory(await permissionsAlong(outside), runAs);
  if (stillClosed) throw unreachable(outside, stillClosed.path, runAs);
  options.log.info(
    { directory: options.directory, cluster: outside, user: runAs.name, closed: closed.path },
    'PostgreSQL keeps its files outside the data folder, because its user cannot enter the data folder',
  );
  return { home: outside, runAs };
}

/** Follows the pointer; the folder itself where there is none. Changes nothing. */
export async function findHome(directory: string): Promise<string> {
  const text = await readIfPresent(pointerIn(directory));
  if (text === undefined) return directory;
  const home = parsePointer(text);
  if (home !== undefined && existsSync(home)) return home;
  throw new UserError(
    `${pointerIn(directory)} says that the PostgreSQL files are in ${home ?? JSON.stringify(text.slice(0, 100))}, but nothing is there`,
    'Put that folder back (from a backup, or by mounting it). To start empty instead, delete the pointer file.',
  );
}

function parsePointer(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('home' in value)) return undefined;
    return typeof value.home === 'string' ? value.home : undefined;
  } catch {
    return undefined; // Not JSON; the caller reports it.
  }
}

function pointerIn(directory: string): string {
  return join(directory, 'location.json');
}

/** Under root others may pass (and read nothing): the data directory inside belongs to another user. */
async function makeDirectory(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  await mkdir(directory, { recursive: true });
  await chmod(directory, isRoot() ? 0o711 : 0o700);
}

/**
 * The folder is made before the pointer, and an empty folder counts as free: killed in between, the next start takes the same one.
 * One with files in it belongs to another cluster, perhaps to a former one of this path.
 */
async function moveOutside({ directory, sharedDirectory }: LocationOptions): Promise<string> {
  await makeSharedDirectory(sharedDirectory);
  const hash = createHash('sha256')
    .update(await realpath(directory))
    .digest('hex')
    .slice(0, 10);
  for (let number = 1; ; number++) {
    const home = join(sharedDirectory, `cluster-${hash}${number === 1 ? '' : `-${number}`}`);
    await mkdir(home, { recursive: true });
    if ((await readdir(home)).length > 0) continue;
    await chmod(home, 0o711);
    await writeFileAtomically(pointerIn(directory), `${JSON.stringify({ home })}\n`);
    return home;
  }
}

function refuseForeignOwner(data: string, owner: ServiceUser): void {
  const uid = process.getuid?.();
  if (uid === undefined || uid === owner.uid) return;
  throw new UserError(
    `the PostgreSQL files in ${data} belong to ${owner.name}, but Gamekeeper runs as uid ${uid}`,
    'Start Gamekeeper as the user that started it first (root, if it was started with sudo), or choose another DATA_DIR.',
  );
}

function refuseRootOwner(data: string, owner: ServiceUser): ServiceUser {
  if (owner.uid !== 0) return owner;
  throw new UserError(
    `the PostgreSQL files in ${data} belong to root, and PostgreSQL does not run as root`,
    `Give them to an unprivileged user, for example: chown -R nobody ${data}`,
  );
}

function unreachable(home: string, closed: string, user: ServiceUser): UserError {
  return new UserError(
    `the PostgreSQL files in ${home} cannot be reached by ${user.name}, who runs PostgreSQL: ${closed} does not let them in`,
    `Let others pass through it (chmod o+x ${closed}), or move the files to a folder that can be entered.`,
  );
}
