/**
 * One Gamekeeper per data directory. The lock is an SQLite write lock on an empty file: the operating system releases it however
 * the holder ends, so there is no stale lock to clean up and no race between two starts. A second file describes the holder, for
 * the error of the other start.
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '#/domain/user-error.ts';

export interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  /** The address of its web page, once it listens. */
  readonly url: string | null;
  /** It is stopping, so the next start may wait for the lock. */
  readonly stopping: boolean;
}

export interface DataDirectoryLock {
  describe(holder: Holder): void;
  release(): void;
}

/** How long a new start waits: long enough to see that the holder is stopping, then for it to end. */
const WAIT_MS = { running: 2_000, stopping: 15_000 };
const RETRY_MS = 100;

export async function lockDataDirectory(directory: string, patience = WAIT_MS): Promise<DataDirectoryLock> {
  mkdirSync(directory, { recursive: true });
  const askedAt = performance.now();
  for (;;) {
    const lock = tryLock(directory);
    if (lock !== undefined) return lock;
    const waitMs = readHolder(directory)?.stopping ? patience.stopping : patience.running;
    if (performance.now() - askedAt >= waitMs) throw heldBy(directory);
    await delay(RETRY_MS);
  }
}

/** The holder of this directory, or undefined if it is free. */
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
    return 'missing'; // No process ever started here.
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
    return undefined; // Not written yet, or incomplete: only the message is less precise.
  }
}

function holderPath(directory: string): string {
  return join(directory, 'holder.json');
}
