/**
 * Whether somebody can enter a folder: the rule of the kernel for the classic owner, group and other bits, on plain data.
 * Access lists are not looked at; where they decide, PostgreSQL's own message says so.
 */
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Permissions {
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

export interface Credentials {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

export const READ = 0o4;
export const ENTER = 0o1;

/** Only one class of bits counts: an owner whom the owner bits refuse is refused, whatever the other bits say. */
export function isAllowed(permissions: Permissions, who: Credentials, wanted: number): boolean {
  if (who.uid === 0) return true;
  const bits = bitsFor(permissions, who);
  return (bits & wanted) === wanted;
}

/** The outermost folder on the way that refuses `who`; undefined when the way is open. */
export function findClosedDirectory(way: readonly Permissions[], who: Credentials): Permissions | undefined {
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

function bitsFor({ uid, gid, mode }: Permissions, who: Credentials): number {
  if (uid === who.uid) return mode >> 6;
  if (gid === who.gid || who.groups.includes(gid)) return mode >> 3;
  return mode;
}
