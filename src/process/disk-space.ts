import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Free means: free for this user, as `df` counts it. */
export async function readDiskSpace(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
