/**
 * The file PostgreSQL writes to. It is bounded without PostgreSQL's help (its logging collector would be one more process):
 * a start puts the old file aside, and a file that grows too large while the server runs is copied aside and emptied, which the
 * server does not notice because it only ever appends. So there are at most two files of about `MAX_BYTES`.
 */
import { copyFile, open, rename, stat, truncate, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from './atomic-file.ts';
import { ownLike } from './service-user.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 8 * 1024;

export function logFileIn(directory: string): string {
  return join(directory, 'postgres.log');
}

export async function openLog(path: string): Promise<FileHandle> {
  const file = await open(path, 'a', 0o600);
  await ownLike(path, dirname(path));
  return file;
}

/** Only while no server writes: a server that is already there would go on writing into the old file. */
export async function putLogAside(path: string): Promise<void> {
  if ((await logSize(path)) > 0) await rename(path, olderLog(path));
}

export async function boundLog(path: string, maxBytes = MAX_BYTES): Promise<void> {
  if ((await logSize(path)) <= maxBytes) return;
  await copyFile(path, olderLog(path));
  await truncate(path, 0);
}

export async function logSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** The last lines that were written at or after byte `from`. */
export async function lastLines(path: string, from: number, count: number): Promise<string[]> {
  const size = await logSize(path);
  const start = Math.max(from, size - TAIL_BYTES);
  if (start >= size) return [];
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    return lines.filter((line) => line.trim() !== '').slice(-count);
  } finally {
    await file.close();
  }
}

function olderLog(path: string): string {
  return `${path}.old`;
}
