import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findHolder, lockDataDirectory } from './data-directory-lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamekeeper-lock-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Another process that takes the lock, describes itself and stays. */
async function holdElsewhere(stopping: boolean) {
  const module = join(import.meta.dirname, 'data-directory-lock.ts');
  const script = `
    const { lockDataDirectory } = await import(${JSON.stringify(module)});
    const lock = await lockDataDirectory(${JSON.stringify(directory)});
    lock.describe({ pid: process.pid, startedAt: 'at noon', url: 'http://127.0.0.1:1', stopping: ${stopping} });
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
  });
  await once(child.stdout, 'data');
  return child;
}

test('a second start is told who holds the directory', async () => {
  const other = await holdElsewhere(false);
  try {
    await expect(lockDataDirectory(directory)).rejects.toThrow(
      `process ${other.pid}, started at noon, at http://127.0.0.1:1`,
    );
    expect(findHolder(directory)).toMatchObject({ pid: other.pid });
  } finally {
    other.kill('SIGKILL');
  }
});

test('the directory of a killed process is free at once', async () => {
  const other = await holdElsewhere(false);
  const ended = once(other, 'exit');
  other.kill('SIGKILL');
  await ended;

  const lock = await lockDataDirectory(directory);

  lock.release();
  expect(findHolder(directory)).toBeUndefined();
});

test('a start waits for a predecessor that is stopping', async () => {
  const other = await holdElsewhere(true);
  // A holder that is not stopping would be waited for no longer than the first attempt.
  const lock = lockDataDirectory(directory, { running: 0, stopping: 600_000 });
  other.kill('SIGKILL');

  (await lock).release();
  // Whoever is dead holds no lock, a moment before we are told of it.
  if (other.signalCode === null) await once(other, 'exit');
  expect(other.signalCode).toBe('SIGKILL');
});
