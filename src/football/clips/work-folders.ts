/** Folders of downloads that are under way. What a killed process left is deleted when it is old. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const WORK_FOLDER_PREFIX = 'clip-';

/** How many were deleted. */
export async function discardOldWorkFolders(workDirectory: string, olderThan: Date): Promise<number> {
  const names = (await unlessAbsent(readdir(workDirectory))) ?? [];
  let discarded = 0;
  for (const name of names.filter((name) => name.startsWith(WORK_FOLDER_PREFIX))) {
    const folder = join(workDirectory, name);
    const found = await unlessAbsent(stat(folder));
    if (found === undefined || found.mtime >= olderThan) continue;
    await rm(folder, { recursive: true, force: true });
    discarded += 1;
  }
  return discarded;
}

/** Nothing was ever downloaded here, or somebody has just finished. */
async function unlessAbsent<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
