/** A fault that test files cause: Vitest runs them, and their cases are counted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/product.ts';
import { alone, type Fault, type FaultGroup, type Outcome } from './fault.ts';

interface Suite extends Fault {
  readonly project: 'integration' | 'product';
  readonly files: readonly string[];
  /** The short form too runs them with the numbers of a drill (`DRILL=1`), as the long one does. */
  readonly drills?: true;
  /** What the machine lacks for these tests. */
  readonly missing?: () => string | undefined;
}

export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

const VITEST = join(root, 'node_modules/vitest/vitest.mjs');

export function createSuiteFault({ id, name, project, files, drills, missing }: Suite): FaultGroup {
  return alone({ id, name }, async ({ directory, seed, size, signal }) => {
    const skipped = missing?.();
    if (skipped !== undefined) return { skipped };
    const file = join(directory, 'report.json');
    const args = ['run', '--project', project, '--reporter', 'json', '--outputFile', file, ...files];
    const env = { ...process.env, TEST_SEED: String(seed), DRILL: drills || size === 'long' ? '1' : '' };
    const child = spawn(process.execPath, [VITEST, ...args], { cwd: root, env, stdio: 'ignore', signal });
    await once(child, 'close');
    if (!existsSync(file)) throw new Error(`Vitest made no report of ${files.join(', ')}`);
    return judgeReport(JSON.parse(readFileSync(file, 'utf8')) as Report, files.length);
  });
}

export function judgeReport({ testResults }: Report, files: number): Outcome {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed');
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  if (ran.length === 0 && broken.length === 0 && tests.length > 0)
    return { skipped: 'every case of the suite was skipped on this machine' };
  return {
    times: ran.length,
    acknowledged: 0,
    lost: [],
    duplicated: [],
    recoveriesMs: [],
    wrong: [
      ...ran
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]?.split('\n')[0]}`),
      ...broken.map(({ name, message = '' }) => `${name}: ${message.split('\n')[0]}`),
      ...(testResults.length === files ? [] : [`${testResults.length} of ${files} files were run`]),
    ],
    detail: `${ran.length} cases, ${tests.length - ran.length} skipped`,
  };
}
