/**
 * Sessions of the drill: one JSON object per line of a file that is only appended to. It is read from its end; a line that is not a
 * session (cut off, or of another version) is counted and skipped.
 */
import { open } from 'node:fs/promises';
import { Compile } from 'typebox/compile';
import { DrillSession } from '#/contract/operations.ts';

export interface ReadSessions {
  /** Newest first. */
  readonly sessions: DrillSession[];
  readonly unreadable: number;
}

/** About 400 sessions of 5 KB. */
const READ_BYTES = 2 * 1024 * 1024;

export async function readDrillSessions(file: string, most: number): Promise<ReadSessions> {
  const shape = Compile(DrillSession);
  const lines = await readLastLines(file);
  const sessions: DrillSession[] = [];
  let unreadable = 0;
  for (const line of lines.toReversed()) {
    const session = parse(line);
    if (!shape.Check(session)) unreadable += 1;
    else if (sessions.length < most) sessions.push(session);
  }
  return { sessions, unreadable };
}

/** None if there is no such file: no drill has run here. */
async function readLastLines(file: string): Promise<string[]> {
  let handle;
  try {
    handle = await open(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - READ_BYTES);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.min(size, READ_BYTES)),
      position: start,
    });
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    // The first one may be incomplete.
    return lines.slice(start > 0 ? 1 : 0).filter((line) => line.trim() !== '');
  } finally {
    await handle.close();
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // It is counted as unreadable.
  }
}
