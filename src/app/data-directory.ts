/**
 * DATA_DIR holds programs, databases and settings that this process runs and trusts, so no other user may be able to change it, and
 * no other Gamekeeper may use it at the same time. A folder above it that all users can write needs the sticky bit, like /tmp:
 * then others cannot rename ours.
 */
import { mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isTrusted, setTemporaryFolder } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { lockDataDirectory } from '#/runtime/data-directory-lock.ts';
import { createDiskCheck, readDiskSpace } from '#/runtime/disk-space.ts';
import { placesBelow } from '#/runtime/places.ts';
import { supervise } from '#/runtime/supervise.ts';
import type { Base } from './context.ts';

const STICKY = 0o1000;
const WRITABLE_BY_ALL = 0o002;
/** No temporary file is used for longer; an older one was left by a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
const DISK_CHECK_MS = 60_000;

export interface HeldDirectory {
  /** Records the address of the web page, for other starts in this directory. */
  listensAt(url: string | null): void;
}

/** Opens, locks and watches DATA_DIR for a process that runs until it is stopped. */
export async function prepareDataDirectory(app: Base): Promise<HeldDirectory> {
  const { config, log, shutdown } = app;
  openDataDirectory(config.DATA_DIR);
  useOwnTemporaryFolder(config.DATA_DIR);
  const held = await lockDirectory(app);
  const lowBytes = config.MIN_FREE_DISK_MB * 1e6;
  const watching = supervise(
    createDiskCheck(() => readDiskSpace(config.DATA_DIR), lowBytes, log),
    {
      everyMs: DISK_CHECK_MS,
      onError: (error) => log.warn({ err: error }, 'disk space cannot be read'),
    },
  );
  shutdown.onStop('disk watch', () => watching.stop());
  return held;
}

/** Creates DATA_DIR if it is missing, and throws if other users can change it. */
export function openDataDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const path = realpathSync(directory);
  const { uid, mode } = statSync(path);
  if (!isTrusted({ uid, mode })) {
    throw new UserError(
      `DATA_DIR is ${path}, which other users of this machine can change (owner uid ${uid}, mode ${octal(mode)}).`,
      'Check its content, then give the folder to the user who starts Gamekeeper and close it: chown, chmod o-w. Or set DATA_DIR to another one.',
    );
  }
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const above = statSync(dirname(at)).mode;
    if ((above & WRITABLE_BY_ALL) === 0 || (above & STICKY) !== 0) continue;
    throw new UserError(
      `DATA_DIR is ${path}, but every user of this machine can replace ${at}: ${dirname(at)} has mode ${octal(above)}.`,
      `Close it (chmod o-w ${dirname(at)}), or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Moves the temporary files of this process, its threads and its children below DATA_DIR: browser profiles, videos in work.
 * Processes with the same DATA_DIR share the folder.
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

/** Only embedded stores need the lock: with both stores external, many processes may share a directory. */
async function lockDirectory({ config, startedAt, shutdown, stopAsked }: Base): Promise<HeldDirectory> {
  if (config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined)
    return { listensAt: () => undefined };
  const lock = await lockDataDirectory(config.DATA_DIR);
  shutdown.onStop('data directory', () => lock.release());
  const holder = { pid: process.pid, startedAt: startedAt.toISOString(), url: null as string | null };
  const describe = (): void => lock.describe({ ...holder, stopping: stopAsked.aborted });
  describe();
  stopAsked.addEventListener('abort', describe, { once: true });
  return {
    listensAt(url) {
      holder.url = url;
      describe();
    },
  };
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8);
}
