/** Tests that only some machines can run. Elsewhere they are skipped with a reason, which `npm test` prints at its end. */
import { test } from 'vitest';

type Run = () => Promise<void> | void;

export const asRoot = testWhen(process.getuid?.() === 0, 'needs root: it changes users and owners');
export const onLinux = testWhen(process.platform === 'linux', 'needs Linux: it finds processes in /proc');

function testWhen(isPossible: boolean, reason: string): (name: string, run: Run) => void {
  return (name, run) => {
    test(name, async (context) => {
      if (!isPossible) context.skip(reason);
      await run();
    });
  };
}
