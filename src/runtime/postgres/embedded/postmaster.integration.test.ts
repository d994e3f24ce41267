import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onLinux } from '../../../../test/support/conditional-test.ts';
import { until } from '../../../../test/support/until.ts';
import { createScratch, endProcess } from './fixtures/scratch.ts';
import { adoptPostmaster, lifeOf, spawnPostmaster, stopPostmaster } from './postmaster.ts';

const SHORT = { fastMs: 200, immediateMs: 200 };

const runByShell = async (script: string) => {
  const { root } = await createScratch();
  const logFile = join(root, 'log');
  const program = await spawnPostmaster({
    program: '/bin/sh',
    args: ['-c', script],
    logFile,
    runAs: undefined,
  });
  return { program, logged: () => readFile(logFile, 'utf8') };
};

onLinux(
  'a program that hangs is ended all the same, and the caller is told that it was not orderly',
  async () => {
    const { program } = await runByShell('kill -STOP $$');
    await until('it hangs', 20_000, async () =>
      (await readFile(`/proc/${program.pid}/stat`, 'utf8')).includes(') T '),
    );
    const adopted = adoptPostmaster(program.pid);
    if (adopted === undefined) throw new Error('the program is gone');

    expect(await stopPostmaster(adopted, SHORT)).toBe(false);
    expect(lifeOf(program.pid)).toBeUndefined();
  },
);

test('a program that has ended is stopped already, and its output is in the log', async () => {
  const { program, logged } = await runByShell('echo said; exit 3');

  expect(await program.ended()).toBe('ended with code 3');
  expect(await stopPostmaster(program, SHORT)).toBe(true);
  expect(await logged()).toBe('said\n');
});

test('a started program has a session of its own, so that Ctrl-C does not reach it', async () => {
  const script = `cut -d' ' -f1,5,6 /proc/$$/stat || ps -o pid=,pgid=,sess= -p $$`;
  const { program, logged } = await runByShell(script);
  await program.ended();

  const [pid, group] = (await logged()).trim().split(/\s+/);
  expect(pid).toBe(String(program.pid));
  expect(group).toBe(pid);
});

test('a program that cannot be run is reported with its path', async () => {
  const { root } = await createScratch();
  const program = join(root, 'no-such-program');
  const spawning = spawnPostmaster({ program, args: [], logFile: join(root, 'log'), runAs: undefined });

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

  await until('it is a zombie', 20_000, () => lifeOf(zombie) === undefined);

  expect(() => process.kill(zombie, 0)).not.toThrow();
});
