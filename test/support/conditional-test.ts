/** Tests that only some machines can run. Elsewhere they are skipped with a reason, which `npm test` prints at its end. */
import { spawnSync } from 'node:child_process';
import { test } from 'vitest';

type Run = () => Promise<void> | void;

export const asRoot = testWhen(process.getuid?.() === 0, 'needs root: it changes users and owners');
export const withNginx = testWhen(
  () => spawnSync('nginx', ['-v']).status === 0,
  'needs nginx on the PATH: it runs deploy/proxy/nginx.conf',
);
export const withPidNamespaces = testWhen(
  () => spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0,
  'needs unshare and the right to create a PID namespace, as for a container',
);
export const withMounts = testWhen(
  () => process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0,
  'needs root with the right to mount a file system',
);
export const onLinux = testWhen(process.platform === 'linux', 'needs Linux: it finds processes in /proc');

/** Takes minutes. */
export const whenDrilling = testWhen(
  process.env['DRILL'] === '1',
  'a drill: DRILL=1 npm test -- test/fleet test/load',
);

function testWhen(
  isPossible: boolean | (() => boolean),
  reason: string,
): (name: string, run: Run, timeoutMs?: number) => void {
  return (name, run, timeoutMs) => {
    test(
      name,
      async (context) => {
        if (!(typeof isPossible === 'function' ? isPossible() : isPossible)) context.skip(reason);
        await run();
      },
      timeoutMs,
    );
  };
}
