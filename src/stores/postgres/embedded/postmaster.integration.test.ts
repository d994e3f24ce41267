import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onLinux } from '../../../../test/support/conditional-test.ts';
import { createScratch, endProcess, until } from './fixtures/scratch.ts';
import { adoptPostmaster, spawnPostmaster, stopPostmaster } from './postmaster.ts';
import { lifeOf } from './process-life.ts';

const SHORT = { fastMs: 200, immediateMs: 200 };

test('a server that hangs is ended all the same, and the caller hears that it was not orderly', async () => {
  const scratch = await createScratch({ hasCluster: true });
  const postgres = await scratch.start();
  const pid = Number(postgres.describe().pid);
  const postmaster = adoptPostmaster(pid);
  if (!postmaster) throw new Error('the server is gone');
  process.kill(pid, 'SIGSTOP');
  const began = Date.now();

  const orderly = await stopPostmaster(postmaster, SHORT);

  expect(orderly).toBe(false);
  expect(lifeOf(pid)).toBeUndefined();
  expect(Date.now() - began).toBeLessThan(2_000);
});

test('stopping what is already dead comes back at once', async () => {
  const scratch = await createScratch();
  const logFile = join(scratch.root, 'log');
  const dead = await spawnPostmaster({
    program: '/bin/sh',
    args: ['-c', 'echo said; exit 3'],
    logFile,
    runAs: undefined,
  });

  expect(await dead.ended()).toBe('ended with code 3');
  expect(await stopPostmaster(dead, SHORT)).toBe(true);
  expect(await readFile(logFile, 'utf8')).toBe('said\n');
});

test('a started program has a session of its own, so that Ctrl-C does not reach it', async () => {
  const scratch = await createScratch();
  const logFile = join(scratch.root, 'log');
  const script = `cut -d' ' -f1,5,6 /proc/$$/stat || ps -o pid=,pgid=,sess= -p $$`;
  const program = await spawnPostmaster({
    program: '/bin/sh',
    args: ['-c', script],
    logFile,
    runAs: undefined,
  });
  await program.ended();

  const [pid, group] = (await readFile(logFile, 'utf8')).trim().split(/\s+/);
  expect(pid).toBe(String(program.pid));
  expect(group).toBe(pid);
});

test('a program that cannot be run is reported with its path', async () => {
  const scratch = await createScratch();
  const program = join(scratch.root, 'no-such-program');

  const spawning = spawnPostmaster({
    program,
    args: [],
    logFile: join(scratch.root, 'log'),
    runAs: undefined,
  });

  await expect(spawning).rejects.toThrow(`PostgreSQL could not be run: ${program}`);
});

onLinux('a zombie counts as dead', async () => {
  // The shell turns into a program that never collects its children; until it has, the child stays alive.
  const untilParentTurned = 'until [ "$(cat /proc/$PPID/comm)" = sleep ]; do :; done';
  const parent = spawn('/bin/sh', ['-c', `sh -c '${untilParentTurned}' & echo $!; exec sleep 600`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => endProcess(parent));
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const zombie = Number(line.toString());

  await until(() => lifeOf(zombie) === undefined);

  expect(() => process.kill(zombie, 0)).not.toThrow();
});
