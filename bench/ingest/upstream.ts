/** The upstream in a process of its own: what it spends is not ours. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Upstream {
  readonly url: string;
  readonly ids: readonly string[];
  stop(): Promise<void>;
}

export async function startUpstream(games: number): Promise<Upstream> {
  const child = fork(join(import.meta.dirname, 'upstream-process.ts'), [String(games)]);
  const [ready] = (await once(child, 'message')) as [Pick<Upstream, 'url' | 'ids'>];
  return {
    ...ready,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
