/**
 * A folder in memory for what tests write, where there is room for one. Tests make and remove some hundred clusters of PostgreSQL, a thousand
 * files each; on a disk most of that time goes into finding free inodes and waiting for syncs that no test can tell from none: it
 * kills processes, and no machine.
 */
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { lifeOf } from '../src/runtime/postgres/embedded/process-life.ts';

const MEMORY = '/dev/shm';
const NAME = 'gamekeeper-tests-';
const OURS = new RegExp(`^${NAME}(\\d+)-`);
/** The tests were never seen to hold more than a quarter of it. */
const NEEDED_BYTES = 8e9;

/** Gone when this process ends. Undefined: there is no room, and the usual folder for temporary files will do. */
export function makeMemoryFolder(): string | undefined {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined || !isRoomy()) return undefined;
  sweepAbandoned();
  const folder = mkdtempSync(join(MEMORY, `${NAME}${process.pid}-`));
  // As /tmp: other users run servers in it.
  chmodSync(folder, 0o1777);
  process.once('exit', () => remove(folder));
  return folder;
}

function isRoomy(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, place]) => place === MEMORY);
    const [, , kind, options = 'noexec'] = mount ?? [];
    const { bavail, bsize } = statfsSync(MEMORY);
    // A container may have less than its machine; 0: it has no limit of its own.
    const allowed = process.constrainedMemory() || Infinity;
    return (
      kind === 'tmpfs' &&
      !options.split(',').includes('noexec') &&
      Math.min(bavail * bsize, freemem(), allowed) >= NEEDED_BYTES
    );
  } catch {
    return false;
  }
}

/** Folders of this user's runs that were killed. In a folder of another user, a name can change while it is removed. */
function sweepAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = OURS.exec(name) ?? [];
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
