/**
 * Who PostgreSQL runs as. It refuses to run as root, so under root it gets an unprivileged user that the machine
 * already has; no user is ever created. Everybody else runs it as themselves, which is `undefined` here.
 */
import { chown, readFile, stat } from 'node:fs/promises';
import { UserError } from '#/domain/user-error.ts';
import type { Credentials } from './path-permissions.ts';

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

/** Whoever owns `path`; a uid without a name is shown by its number. */
export async function ownerOf(path: string): Promise<ServiceUser> {
  const { uid, gid } = await stat(path);
  const name = (await readUsers()).find((user) => user.uid === uid)?.name ?? `uid ${uid}`;
  return { name, uid, gid };
}

/** A started process keeps no extra groups: Node drops them when it changes the user. */
export function credentialsOf(user: ServiceUser): Credentials {
  return { uid: user.uid, gid: user.gid, groups: [] };
}

/** What `spawn` takes; it wants signed numbers, so that -2 stays -2. */
export function spawnIdentity(user: ServiceUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

export async function giveTo(user: ServiceUser | undefined, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

/**
 * What root makes belongs to the owner of the folder it lies in: a start with sudo must not lock the
 * ordinary user out of their own folder afterwards.
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
    // A minimal container may lack the file; then there are no named users, which is an answer and not a fault.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
