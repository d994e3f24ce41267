/**
 * Copies a folder while others work in it: what vanishes meanwhile is left out, what grows is copied as far as it goes. Modes stay, and under
 * root owners too. Symbolic links are not followed and not copied: nothing of ours has any.
 */
import { chmod, chown, constants, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './atomic-file.ts';
import { isRoot } from './service-user.ts';

export interface CopiedTree {
  files: number;
  bytes: number;
}

/** `takes` is asked with the path below `from`; a folder that it refuses is made, but stays empty. */
export async function copyTree(
  from: string,
  to: string,
  takes: (path: string, isFolder: boolean) => boolean = () => true,
): Promise<CopiedTree> {
  const copied: CopiedTree = { files: 0, bytes: 0 };
  await copyFolder(from, to, '', takes, copied);
  return copied;
}

async function copyFolder(
  from: string,
  to: string,
  below: string,
  takes: (path: string, isFolder: boolean) => boolean,
  copied: CopiedTree,
): Promise<void> {
  const entries = await unlessMissing(readdir(from, { withFileTypes: true }));
  if (entries === undefined) return;
  await mkdir(to, { recursive: true });
  if (below === '' || takes(below, true)) {
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) await copyFolder(source, target, path, takes, copied);
      else if (entry.isFile() && takes(path, false)) await copyOne(source, target, copied);
    }
  }
  await takeAfter(from, to);
}

async function copyOne(source: string, target: string, copied: CopiedTree): Promise<void> {
  const isCopied = await unlessMissing(copyFile(source, target, constants.COPYFILE_FICLONE).then(() => true));
  if (isCopied === undefined) return;
  await takeAfter(source, target);
  copied.files += 1;
  copied.bytes += (await stat(target)).size;
}

async function takeAfter(source: string, target: string): Promise<void> {
  const found = await unlessMissing(stat(source));
  if (found === undefined) return;
  if (isRoot()) await chown(target, found.uid, found.gid);
  await chmod(target, found.mode & 0o7777);
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
