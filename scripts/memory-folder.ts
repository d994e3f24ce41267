/**
 * A folder in memory for the files of tests, where there is room. Tests create some hundred PostgreSQL clusters of a thousand files each; on
 * a disk most of that time goes into inodes and syncs, which no test can observe: tests kill processes, not the machine.
 */
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { lifeOf } from '../src/runtime/postgres/embedded/postmaster.ts';

const MEMORY = '/dev/shm';
const NAME = /^gamekeeper-tests-(\d+)-/;
/** Four times what a run was seen to hold. */
const NEEDED_BYTES = 8e9;

/** Removed when this process ends. Undefined: there is no room, and the default folder is used. */
export function makeMemoryFolder(): string | undefined {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined || !hasRoom()) return undefined;
  sweepAbandoned();
  const folder = mkdtempSync(join(MEMORY, `gamekeeper-tests-${process.pid}-`));
  chmodSync(folder, 0o1777); // As /tmp: other users run servers in it.
  process.once('exit', () => remove(folder));
  return folder;
}

function hasRoom(): boolean {
  if (!/^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m.test(readFileSync('/proc/mounts', 'utf8'))) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  // A container may have less than its machine; 0: it has no limit.
  const allowed = process.constrainedMemory() || Infinity;
  return Math.min(bavail * bsize, freemem(), allowed) >= NEEDED_BYTES;
}

/** Folders of this user's runs that were killed. In a folder of another user, a name can change while it is removed. */
function sweepAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || lifeOf(Number(pid)) !== undefined) continue;
    if (lstatSync(join(MEMORY, name)).uid === process.getuid?.()) remove(join(MEMORY, name));
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A process still writes there; the next run sweeps it.
  }
}
