/**
 * F14: the S3 answers 500, is slow, is cut in mid-upload, and its writer is killed in mid-upload. The suite of `test/objects` does all of
 * that against a real server; here it is run and counted. That rows and objects agree after kills is proved by `test/football`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/product.ts';
import type { Fault } from '../fault.ts';

const SUITES = ['test/objects/s3-faults.test.ts', 'test/objects/kills.test.ts'];
const VITEST = join(root, 'node_modules/vitest/vitest.mjs');

interface Report {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

export const objectStoreFaults: Fault = {
  id: 'F14',
  name: 'an object store that fails',
  async run({ directory, signal }) {
    const file = join(directory, 'report.json');
    const args = ['run', '--project', 'product', '--reporter', 'json', '--outputFile', file, ...SUITES];
    const child = spawn(process.execPath, [VITEST, ...args], {
      cwd: root,
      stdio: 'ignore',
      signal,
    });
    await once(child, 'close');
    if (!existsSync(file)) throw new Error('the suite of test/objects did not run');
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed');
    if (ran.length === 0) return { skipped: 'the S3 server of the tests is not installed' };
    const failed = ran.filter(({ status }) => status === 'failed');
    return {
      times: ran.length,
      acknowledged: 0,
      lost: [],
      duplicated: [],
      recoveriesMs: [],
      wrong: failed.map(
        ({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]?.split('\n')[0]}`,
      ),
      detail: `${ran.length} cases of test/objects, ${tests.length - ran.length} skipped`,
    };
  },
};
