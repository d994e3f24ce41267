/**
 * A copy of the PostgreSQL programs (60 MB) where everybody may run them. It appears in one rename, so it is complete or
 * absent, and whoever comes second uses the first one's. Half copies of a process that was killed are swept.
 */
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '#/domain/user-error.ts';
import { hasCode, syncDirectory } from './atomic-file.ts';
import { isRoot } from './service-user.ts';

export interface CopyOptions {
  readonly from: string;
  readonly to: string;
  /** Finishes the copy before anybody can see it. */
  complete(copy: string): Promise<void>;
}

/** Far longer than a copy takes: a younger one may still be at work. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;

export async function copyOnce(options: CopyOptions): Promise<string> {
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
    // Somebody else finished first; theirs is as good.
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
 * The source may have been unpacked under a umask that shuts others out. And a copy that is renamed before it is on the disk would
 * be a complete copy of empty files after a power cut. Links are left alone: they have no mode of their own.
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
