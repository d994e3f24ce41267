/**
 * DATA_DIR holds programs, databases and settings that this process runs and believes, so no other user may be able to
 * change it. A folder on the way to it that everyone can write needs the sticky bit, like /tmp: then others cannot
 * rename what is ours.
 */
import { mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isTrusted, setTemporaryFolder } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { placesBelow } from '#/runtime/places.ts';

const STICKY = 0o1000;
const EVERYONE_WRITES = 0o002;
/** Nothing works in a temporary folder for longer; what is older was left by a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Creates DATA_DIR if it is missing, and throws if other users can change it. */
export function openDataDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const path = realpathSync(directory);
  const { uid, mode } = statSync(path);
  if (!isTrusted({ uid, mode })) {
    throw new UserError(
      `DATA_DIR is ${path}, which other users of this machine can change (owner uid ${uid}, mode ${octal(mode)}).`,
      'Check what lies there, then give the folder to the user who starts Gamekeeper and close it: chown, chmod o-w. Or set DATA_DIR to another one.',
    );
  }
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const above = statSync(dirname(at)).mode;
    if ((above & EVERYONE_WRITES) === 0 || (above & STICKY) !== 0) continue;
    throw new UserError(
      `DATA_DIR is ${path}, but every user of this machine can replace ${at}: ${dirname(at)} has mode ${octal(above)}.`,
      `Close it (chmod o-w ${dirname(at)}), or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Temporary files of this process, its threads and its children go below DATA_DIR from now on: browser profiles, videos
 * that are made. Processes on the same DATA_DIR share the folder.
 */
export function useOwnTemporaryFolder(dataDirectory: string): void {
  const folder = placesBelow(dataDirectory).temporary;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const cutoff = Date.now() - ABANDONED_AFTER_MS;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? cutoff) < cutoff)
      rmSync(path, { recursive: true, force: true });
  }
  setTemporaryFolder(folder);
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8);
}
