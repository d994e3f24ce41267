/** Runs tests in a copy of the repository: fast ones in a Vitest process that stays, the others in a process of their own. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestRun } from './test-runs-process.ts';

/** A mutant that never ends is caught: the suite would hang. */
const MINUTES_PER_RUN = 5;

export interface TestRuns {
  /** Whether all tests pass; false too if none is found or the run is stopped at its limit. */
  pass(tests: readonly string[]): Promise<boolean>;
  /** To be called after each edit of a file of the copy. */
  noteEdit(file: string): void;
  end(): void;
}

export function createTestRuns(copy: string): TestRuns {
  const edited = new Set<string>();
  let staying: ChildProcess | undefined;
  return {
    pass(tests) {
      if (!tests.every(isFast)) return passesInNewProcess(copy, tests);
      if (staying?.connected !== true) staying = startStaying(copy);
      return passesIn(staying, { tests, edited: [...edited] });
    },
    noteEdit: (file) => void edited.add(file),
    end: () => void (staying?.connected === true && staying.disconnect()),
  };
}

/** Of the projects `domain` and `unit`, which need no stores. */
function isFast(test: string): boolean {
  if (test.startsWith('src/domain/')) return true;
  return !test.startsWith('test/') && /(?<!\.integration)\.test\.tsx?$/.test(test);
}

function startStaying(copy: string): ChildProcess {
  return fork(join(import.meta.dirname, 'test-runs-process.ts'), {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
}

async function passesIn(child: ChildProcess, run: TestRun): Promise<boolean> {
  const limit = limitRun(child);
  const answer = await new Promise<unknown>((resolve) => {
    child.once('message', resolve).once('exit', resolve);
    child.send(run);
  });
  child.removeAllListeners();
  clearTimeout(limit);
  return answer === true;
}

async function passesInNewProcess(copy: string, tests: readonly string[]): Promise<boolean> {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--bail=1', ...tests], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  const limit = limitRun(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(limit);
  return code === 0;
}

/** Workers are in the process group of the process that began them. */
function limitRun({ pid }: ChildProcess): NodeJS.Timeout {
  return setTimeout(() => pid !== undefined && process.kill(-pid, 'SIGKILL'), MINUTES_PER_RUN * 60_000);
}
