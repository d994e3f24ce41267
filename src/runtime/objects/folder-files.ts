/**
 * File operations of the folder store. A file is written aside, synced, renamed into place, and its folder is synced, so it exists
 * whole or not at all even after a power failure. Files and folders are accessible by their owner only.
 */
import type { Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ObjectStoreFault, type ObjectStoreFaultKind, type StoredObject } from './object-store.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** How often a parent folder may be removed by a concurrent delete of its last file before we give up. */
const MAX_VANISHED = 20;
const VANISHED = new Set(['ENOENT', 'ENOTDIR', 'EEXIST']);

export function makeFolder(path: string): Promise<string | undefined> {
  return mkdir(path, { recursive: true, mode: FOLDER_MODE });
}

/** `toFault` maps errors of the file system; errors of the content pass unchanged. */
export async function writeAside(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  toFault: (error: unknown) => unknown,
): Promise<void> {
  const mapped = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw toFault(error);
    }
  };
  const file = await mapped(() => open(path, 'wx', FILE_MODE));
  try {
    for await (const chunk of chunks) await mapped(() => file.writeFile(chunk));
    await mapped(() => file.sync());
  } finally {
    await mapped(() => file.close());
  }
}

/** `root` is an existing folder above `target`. */
export async function moveIntoPlace(aside: string, target: string, root: string): Promise<void> {
  for (let vanished = 0; ; vanished++) {
    try {
      const created = await makeFolder(dirname(target));
      await rename(aside, target);
      await syncFolders(dirname(target), created === undefined ? dirname(target) : root);
      return;
    } catch (error) {
      if (!VANISHED.has(codeOf(error) ?? '') || vanished === MAX_VANISHED) throw error;
    }
  }
}

/** Upwards from one folder to another, both included. */
async function syncFolders(from: string, upTo: string): Promise<void> {
  if (process.platform === 'win32') return; // A folder cannot be opened there, and needs no sync.
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined; // A concurrent delete removed it together with its last file.
      throw error;
    });
    try {
      await handle?.sync();
    } finally {
      await handle?.close();
    }
    if (folder === upTo || folder === dirname(folder)) return;
  }
}

/** The files below `root` in the order of S3. Skips links and names that begin with a dot. */
export async function* walkFolder(root: string, prefix: string): AsyncGenerator<StoredObject> {
  const end = prefix.lastIndexOf('/') + 1;
  yield* walk(root, prefix.slice(0, end), prefix.slice(end));
}

/** `path` is '' or ends with a slash. */
async function* walk(root: string, path: string, nameBegins: string): AsyncGenerator<StoredObject> {
  const names = (await readEntries(join(root, path)))
    .filter(({ name }) => name.startsWith(nameBegins) && !name.startsWith('.'))
    // A folder sorts with its slash: `a.b` comes before the files in `a/`.
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort((left, right) => (left < right ? -1 : 1));
  for (const name of names) {
    if (name.endsWith('/')) yield* walk(root, path + name, '');
    else {
      const found = await describeFile(root, path + name);
      if (found !== undefined) yield found;
    }
  }
}

async function readEntries(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Undefined: there is no regular file of that name. */
export async function describeFile(root: string, key: string): Promise<StoredObject | undefined> {
  try {
    const facts = await lstat(join(root, key));
    return facts.isFile() ? { key, bytes: facts.size, changedAt: facts.mtime } : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Removes a file and the folders that are empty afterwards. A folder of that name is not the object and stays. */
export async function removeFile(root: string, key: string): Promise<void> {
  try {
    await unlink(join(root, key));
  } catch (error) {
    // Systems report a folder with different codes, so look.
    if (!isAbsent(error) && !(await lstat(join(root, key))).isDirectory()) throw error;
  }
  await removeEmptyFolders(root, dirname(key));
}

/** Removes empty folders below `root`, which killed processes left. Concurrent writers create theirs again. */
export async function removeAbandonedFolders(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.'));
  // Children sort after their parent and must be removed first.
  for (const path of folders.toSorted().toReversed()) await removeEmptyFolders(root, path);
}

/** From `path` (relative to `root`) upwards; `root` stays. */
async function removeEmptyFolders(root: string, path: string): Promise<void> {
  for (let folder = path; folder !== '.' && folder !== ''; folder = dirname(folder)) {
    try {
      await rmdir(join(root, folder));
    } catch (error) {
      if (isAbsent(error)) continue;
      if (['ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(codeOf(error) ?? '')) return;
      throw error;
    }
  }
}

const FAULTS: Readonly<Record<string, readonly [ObjectStoreFaultKind, string]>> = {
  ENOSPC: ['full', 'Free space on that disk.'],
  EDQUOT: ['full', 'Free space, or raise the quota of its owner.'],
  EFBIG: ['full', 'That file system does not allow files of this size.'],
  EACCES: ['refused', 'Give the user that runs Gamekeeper permission to read and write there.'],
  EPERM: ['refused', 'Give the user that runs Gamekeeper permission to read and write there.'],
  EROFS: ['refused', 'That file system is mounted read-only.'],
  ENOTDIR: ['misconfigured', 'A file lies where a folder is required.'],
  EISDIR: ['misconfigured', 'A folder lies where a file is required.'],
  ENOENT: ['misconfigured', 'The folder was removed while it was in use.'],
  EMFILE: ['busy', 'Too many files are open in this process.'],
  ENFILE: ['busy', 'Too many files are open on this machine.'],
  EBUSY: ['busy', 'The file system asks to try again.'],
  ESTALE: ['unreachable', 'The network share was lost and came back; try again.'],
  ETIMEDOUT: ['unreachable', 'The network share does not answer.'],
};

/** Errors that are not of the file system pass unchanged. */
export function toFolderFault(error: unknown, doing: string, directory: string): unknown {
  const code = codeOf(error);
  if (code === undefined || error instanceof ObjectStoreFault) return error;
  const [kind, hint] = FAULTS[code] ?? ['broken', 'Check the disk and its file system.'];
  return new ObjectStoreFault(kind, `The folder ${directory} could not ${doing} (${code}). ${hint}`, {
    cause: error,
  });
}

/** The name does not exist, or a part of its path is not a folder. */
export function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
