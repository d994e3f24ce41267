/**
 * Files, users and permissions. Small files are whole or absent, also after `kill -9` or a power cut: they are written beside their
 * place, flushed and renamed, and the folder is flushed.
 *
 * PostgreSQL refuses to run as root, so under root it runs as an unprivileged user that the machine already has (Node drops all
 * other groups when it changes the user); no user is ever created. Otherwise it runs as our own user, which is `undefined` here.
 */
import { UserError } from '#/domain/user-error.ts';
import { randomBytes } from 'node:crypto';
import { chown, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function writeFileAtomically(path: string, text: string, mode = 0o600): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(text);
      // The umask may have removed bits.
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await ownLike(temporary, dirname(path));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Makes a rename or a new name in this folder survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** The text of a file; undefined when there is none. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  );
}

export interface ServiceUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['gamekeeper', 'postgres', 'nobody'];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The lines of /etc/passwd. Ids are unsigned as `stat` gives them; macOS writes its `nobody` as -2. */
export function parsePasswd(text: string): ServiceUser[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || name.startsWith('#') || uid === undefined || gid === undefined) return [];
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
  });
}

/** The first candidate that exists and is not root under another name. */
export function chooseServiceUser(users: readonly ServiceUser[]): ServiceUser | undefined {
  return CANDIDATES.map((name) => users.find((user) => user.name === name && user.uid !== 0)).find(Boolean);
}

export async function findServiceUser(): Promise<ServiceUser> {
  const user = chooseServiceUser(await readUsers());
  if (user) return user;
  throw new UserError(
    `PostgreSQL does not run as root, and /etc/passwd has none of the users ${CANDIDATES.join(', ')}`,
    'Add one (useradd --system gamekeeper), start Gamekeeper as an ordinary user, or set DATABASE_URL.',
  );
}

/** A uid without a name is shown by its number. */
export async function ownerOf(path: string): Promise<ServiceUser> {
  const { uid, gid } = await stat(path);
  const name = (await readUsers()).find((user) => user.uid === uid)?.name ?? `uid ${uid}`;
  return { name, uid, gid };
}

/** For `spawn`, which takes signed numbers, so that -2 stays -2. */
export function spawnIdentity(user: ServiceUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

export async function giveTo(user: ServiceUser | undefined, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

/**
 * A file that root makes belongs to the owner of its folder: a start with sudo must not lock ordinary users out of their own folder
 * afterwards.
 */
export async function ownLike(path: string, model: string): Promise<void> {
  if (!isRoot()) return;
  const { uid, gid } = await stat(model);
  await chown(path, uid, gid);
}

async function readUsers(): Promise<ServiceUser[]> {
  try {
    return parsePasswd(await readFile('/etc/passwd', 'utf8'));
  } catch (error) {
    // A minimal container may lack the file; then there are no named users.
    if (isMissing(error)) return [];
    throw error;
  }
}

export interface Permissions {
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

export const READ = 0o4;
export const ENTER = 0o1;

/**
 * The rule of the kernel for the owner, group and other bits. Only one class counts: an owner that the owner bits refuse is refused, whatever
 * the other bits are. Access lists are not read; where they decide, PostgreSQL reports it.
 */
export function isAllowed(
  permissions: Permissions,
  who: Pick<ServiceUser, 'uid' | 'gid'>,
  wanted: number,
): boolean {
  if (who.uid === 0) return true;
  const { uid, gid, mode } = permissions;
  const bits = uid === who.uid ? mode >> 6 : gid === who.gid ? mode >> 3 : mode;
  return (bits & wanted) === wanted;
}

/** The outermost folder on the way that `who` cannot enter; undefined when the way is open. */
export function findClosedDirectory(
  way: readonly Permissions[],
  who: Pick<ServiceUser, 'uid' | 'gid'>,
): Permissions | undefined {
  return way.find((directory) => !isAllowed(directory, who, ENTER));
}

/** The permissions of every folder from the root down to `path` itself, links resolved. */
export async function permissionsAlong(path: string): Promise<Permissions[]> {
  const way: string[] = [];
  for (let at = await realpath(path); way[0] !== at; at = dirname(at)) way.unshift(at);
  return Promise.all(way.map(permissionsOf));
}

export async function permissionsOf(path: string): Promise<Permissions> {
  const { uid, gid, mode } = await stat(path);
  return { path, uid, gid, mode: mode & 0o7777 };
}
