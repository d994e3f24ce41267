/** Starts `jobs-worker-process.ts` and reads what it says; the test ends it, by its id. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from './until.ts';

export interface JobsChild {
  hears(word: string, withinMs: number): Promise<void>;
  end(signal: 'SIGKILL'): Promise<void>;
}

export async function startJobsChild(url: string, role: 'worker' | 'scheduler'): Promise<JobsChild> {
  const script = join(import.meta.dirname, 'jobs-worker-process.ts');
  const child: ChildProcess = spawn(process.execPath, [script, url, role], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  if (child.stdout === null || child.pid === undefined)
    throw new Error('the worker process could not be started');
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  const hears = async (word: string, withinMs: number): Promise<void> => {
    await until(`process ${child.pid} says ${word}`, withinMs, () => said.includes(word));
  };
  await hears('ready', 20_000);
  return {
    hears,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill(signal);
        await exited;
      }
    },
  };
}
