/**
 * One Gamekeeper per data directory. The lock is an SQLite write lock on an empty file: the operating system drops it when
 * the holder dies in whatever way, so there is no stale lock to clean up and no race between two starts.
 * Who holds it stands in a second file, for the message that the other one gets.
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '#/domain/user-error.ts';

export interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  /** Where its web page is, once it listens. */
  readonly url: string | null;
  /** It is on its way out; whoever wants the directory next may wait. */
  readonly stopping: boolean;
}

export interface DataDirectoryLock {
  describe(holder: Holder): void;
  release(): void;
}

/** How long a new start waits for its predecessor: just long enough to hear that it is stopping, then for it to end. */
const PATIENCE_MS = { running: 2_000, stopping: 15_000 };
const RETRY_MS = 100;

export async function lockDataDirectory(
  directory: string,
  patience = PATIENCE_MS,
): Promise<DataDirectoryLock> {
  mkdirSync(directory, { recursive: true });
  const askedAt = performance.now();
  for (;;) {
    const lock = tryLock(directory);
    if (lock !== undefined) return lock;
    const patienceMs = readHolder(directory)?.stopping ? patience.stopping : patience.running;
    if (performance.now() - askedAt >= patienceMs) throw heldBy(directory);
    await delay(RETRY_MS);
  }
}

/** Who runs in this directory, or nothing if it is free. */
export function findHolder(directory: string): Holder | undefined {
  const lock = tryLockExisting(directory);
  if (lock === 'missing') return undefined;
  if (lock === 'held') return readHolder(directory);
  lock.release();
  return undefined;
}

function tryLockExisting(directory: string): DataDirectoryLock | 'held' | 'missing' {
  try {
    readFileSync(join(directory, 'lock'));
  } catch {
    return 'missing'; // Nothing was ever started here.
  }
  return tryLock(directory) ?? 'held';
}

function tryLock(directory: string): DataDirectoryLock | undefined {
  const file = join(directory, 'lock');
  const database = openLockFile(file);
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  const holderFile = holderPath(directory);
  return {
    describe(holder) {
      writeFileSync(holderFile, JSON.stringify(holder), { mode: 0o600 });
    },
    release() {
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

function openLockFile(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file, { timeout: 0 });
    chmodSync(file, 0o600);
    return database;
  } catch (error) {
    throw new UserError(
      `The data directory cannot be written: ${file}.`,
      'Give this user the right to write there, or choose another folder with DATA_DIR.',
      { cause: error },
    );
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function heldBy(directory: string): UserError {
  const holder = readHolder(directory);
  const who = holder
    ? `process ${holder.pid}, started ${holder.startedAt}${holder.url ? `, at ${holder.url}` : ''}`
    : 'another process';
  return new UserError(
    `The data directory ${directory} is in use by Gamekeeper (${who}).`,
    holder
      ? `Stop it (kill ${holder.pid}), or start this one with another DATA_DIR and PORT.`
      : 'Use another DATA_DIR and PORT.',
  );
}

function readHolder(directory: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderPath(directory), 'utf8')) as Holder;
  } catch {
    return undefined; // Not written yet, or cut off in the middle: only the message is poorer.
  }
}

function holderPath(directory: string): string {
  return join(directory, 'holder.json');
}
