/** Removes a file, and the folders that are empty without it. */
import { lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { codeOf, isAbsent } from './folder-fault.ts';

const STILL_NEEDED = new Set(['ENOTEMPTY', 'EEXIST', 'EBUSY']);

/** A folder of that name is not the object and stays; systems refuse it with different words, so it is looked at. */
export async function unlinkFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (isAbsent(error) || (await lstat(path)).isDirectory()) return;
    throw error;
  }
}

/** Upwards from `path`, which is relative to `root`; the root stays. */
export async function removeEmptyFolders(root: string, path: string): Promise<void> {
  for (let folder = path; folder !== '.' && folder !== ''; folder = dirname(folder)) {
    try {
      await rmdir(join(root, folder));
    } catch (error) {
      if (isAbsent(error)) continue;
      if (STILL_NEEDED.has(codeOf(error) ?? '')) return;
      throw error;
    }
  }
}

/** All of them below `root`, which a killed writer or deleter may have left. Whoever is about to write into one makes it again. */
export async function removeAbandonedFolders(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.'));
  // What lies in a folder comes behind it, and has to go before it.
  for (const path of folders.toSorted().toReversed()) await removeEmptyFolders(root, path);
}
