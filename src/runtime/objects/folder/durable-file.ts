/**
 * Files that are there whole or not at all, also after the power went: written aside, synced, renamed into place, and the folder
 * that got the name synced too. Files and folders belong to their owner alone.
 */
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rename, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './folder-fault.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** How often a folder may vanish under us, because its last other file was just deleted. */
const MAX_VANISHED = 20;
/** What is said of a folder that vanishes while it, or one in it, is made. */
const VANISHING = new Set(['ENOENT', 'ENOTDIR', 'EEXIST']);
/** This file system has no hard links, or no more of them for this file. */
const NO_LINK = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EACCES']);

export function makeFolder(path: string): Promise<string | undefined> {
  return mkdir(path, { recursive: true, mode: FOLDER_MODE });
}

/** `onStoreError` sees what the file system says; what the content throws while it is read passes as it is. */
export async function writeAside(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  onStoreError: (error: unknown) => unknown,
): Promise<void> {
  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw onStoreError(error);
    }
  };
  const file = await guarded(() => open(path, 'wx', FILE_MODE));
  try {
    for await (const chunk of chunks) await guarded(() => file.writeFile(chunk));
    await guarded(() => file.sync());
  } finally {
    await guarded(() => file.close());
  }
}

/** Another name for the same bytes; a copy of them where that is not to be had. */
export async function linkAside(from: string, aside: string): Promise<void> {
  const now = new Date();
  // The age of a file is how long it has been unneeded, and a link shares it with the original.
  await utimes(from, now, now);
  try {
    await link(from, aside);
  } catch (error) {
    if (!NO_LINK.has(codeOf(error) ?? '')) throw error;
    await copyAside(from, aside);
  }
}

export async function copyAside(from: string, aside: string): Promise<void> {
  await copyFile(from, aside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const file = await open(aside, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * `below` is a folder that is there. Whoever made `aside` removes it afterwards: of two names of the same file, renaming one to the other
 * does nothing, and both stay.
 */
export async function moveIntoPlace(aside: string, target: string, below: string): Promise<void> {
  for (let vanished = 0; ; vanished++) {
    try {
      const made = await makeFolder(dirname(target));
      await rename(aside, target);
      await syncFolders(dirname(target), made === undefined ? dirname(target) : below);
      return;
    } catch (error) {
      if (!VANISHING.has(codeOf(error) ?? '') || vanished === MAX_VANISHED) throw error;
    }
  }
}

/** From a folder up to another that holds it. */
async function syncFolders(from: string, upTo: string): Promise<void> {
  if (process.platform === 'win32') return; // A folder cannot be opened there, and needs no sync.
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined; // Its only file was deleted meanwhile, and the folder with it.
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
