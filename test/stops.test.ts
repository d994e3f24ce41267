/**
 * Stops of the whole product, from every side. After each of them no process and no PostgreSQL is left. Stops of a product that has more to
 * do are in `one-life.test.ts` (SIGTERM, also to the group) and `faults.test.ts` (two signals).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withPidNamespaces } from './support/conditional-test.ts';
import { lifeOf } from '../src/runtime/postgres/embedded/postmaster.ts';
import {
  makeDataDirectory,
  root,
  startByLauncher,
  startProduct,
  untilPostgres,
  type Environment,
} from './support/product.ts';

const IDLE: Environment = { PRACTICE: 'off' };
const scratch = makeDataDirectory();
const data = join(scratch.path, 'data');
const log = join(data, 'postgres/postgres.log');
afterAll(scratch.remove);

test('a closed terminal, SIGHUP to the group and no more output, stops in order with 129', async () => {
  const product = startByLauncher(join(root, 'bin/gamekeeper.mjs'), data, { ...IDLE, LOG_LEVEL: 'debug' });
  await product.ready;
  const postgres = await untilPostgres(data);
  product.process.stdout?.destroy();
  product.process.stderr?.destroy();
  process.kill(-Number(product.process.pid), 'SIGHUP');

  expect(await product.ended).toEqual({ code: 129, signal: null });
  expect(lifeOf(postgres)).toBeUndefined();
  expect(readFileSync(log, 'utf8')).toContain('received fast shutdown request');
});

test('a signal while it starts stops it with 143, and PostgreSQL with it', async () => {
  const product = startProduct(data, IDLE);
  const postgres = await untilPostgres(data);

  product.process.kill('SIGTERM');

  expect(await product.ended).toEqual({ code: 143, signal: null });
  expect(lifeOf(postgres)).toBeUndefined();
});

withPidNamespaces('a container stop, SIGTERM to process 1 alone, stops in order with 143', async () => {
  const launcher = join(scratch.path, 'container.mjs');
  writeFileSync(
    launcher,
    `import { spawn } from 'node:child_process';
     import { readFileSync } from 'node:fs';
     const run = ['--pid', '--fork', '--mount-proc', process.execPath, ${JSON.stringify(join(root, 'src/main.ts'))}, 'up'];
     const child = spawn('unshare', run, { stdio: 'inherit' });
     const processOne = () => Number(readFileSync(\`/proc/\${child.pid}/task/\${child.pid}/children\`, 'utf8'));
     process.on('SIGTERM', () => process.kill(processOne(), 'SIGTERM'));
     child.on('exit', (code) => process.exit(code ?? 1));`,
  );
  const product = startByLauncher(launcher, data, IDLE);
  await product.ready;

  product.process.kill('SIGTERM');

  expect(await product.ended).toEqual({ code: 143, signal: null });
  // The kernel kills what is left of the namespace with process 1, without a line in the log; PostgreSQL ended before.
  expect(readFileSync(log, 'utf8').trimEnd()).toMatch(/database system is shut down$/);
});
