/** Free space of the disk that holds the data directory. */
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Free for this user, as `df` counts it. */
export async function readDiskSpace(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Each call logs when space has become low or sufficient since the last one; the status shows it as well. */
export function createDiskCheck(
  read: () => Promise<DiskSpace>,
  lowBytes: number,
  log: Logger,
): () => Promise<void> {
  let wasLow = false;
  return async () => {
    const { freeBytes } = await read();
    const isLow = freeBytes < lowBytes;
    if (isLow && !wasLow) log.warn({ freeBytes, lowBytes }, 'disk space is low; make room, or move DATA_DIR');
    if (!isLow && wasLow) log.info({ freeBytes }, 'disk space is sufficient again');
    wasLow = isLow;
  };
}
