/** Starts `test/support/projector-process.ts` and reads what it says; the test ends it, by its id. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../until.ts';
import type { ProjectionUnderTest } from './projection-under-test.ts';

export interface ProjectorChild {
  readonly said: readonly string[];
  hears(word: string, withinMs?: number, times?: number): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Sends it and waits for the end. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

const SCRIPT = join(import.meta.dirname, '../projector-process.ts');

/** `clickhouse`: by default, the engine of the stage. */
export function startProjectorChild(
  stage: ProjectionUnderTest,
  pageSize: number,
  clickhouse = stage.clickhouse.server.connection,
): ProjectorChild {
  const { connection } = stage.postgres;
  if (!('url' in connection)) throw new Error('the test database has a URL');
  const child = spawn(
    process.execPath,
    [SCRIPT, connection.url.reveal(), clickhouse.url.reveal(), stage.clickhouse.name, String(pageSize)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    said,
    async hears(word, withinMs = 20_000, times = 1) {
      await until(`the projector says ${word}; it said ${said.slice(-5).join(', ')}`, withinMs, () => {
        return said.filter((line) => line === word).length >= times;
      });
    },
    signal: (name) => void child.kill(name),
    async end(signal) {
      if (!hasEnded()) {
        const exited = once(child, 'exit');
        child.kill(signal);
        await exited;
      }
      return child.exitCode;
    },
  };
}
