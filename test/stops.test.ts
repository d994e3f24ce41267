/** Stops of the whole product, from every side. After each of them no process and no PostgreSQL is left. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { REPEAT_MS } from '../src/process/stop-signal.ts';
import { withPidNamespaces } from './support/conditional-test.ts';
import { lifeOf } from '../src/stores/postgres/embedded/process-life.ts';
import {
  eventually,
  FEW_GAMES,
  makeDataDirectory,
  root,
  startByLauncher,
  startProduct,
  type Environment,
  type Product,
  WITHOUT_CLIPS,
} from './support/product.ts';

const QUIET: Environment = { ...WITHOUT_CLIPS, ...FEW_GAMES };
/** For stops that have been shown with a running practice world before. */
const IDLE: Environment = { PRACTICE: 'off' };
const scratch = makeDataDirectory();
const data = join(scratch.path, 'data');
const log = join(data, 'postgres/postgres.log');
afterAll(scratch.remove);

/** Runs the product in a child, as the launcher does where the installed Node is too old: the child's Node has another path. */
function startInChild(more: Environment): Product {
  const node = join(scratch.path, 'node');
  const launcher = join(scratch.path, 'launcher.mjs');
  symlinkSync(process.execPath, node);
  writeFileSync(
    launcher,
    `import { handOver } from ${JSON.stringify(join(root, 'bin/hand-over.mjs'))};
     await handOver(${JSON.stringify(node)}, ${JSON.stringify(join(root, 'src/main.ts'))}, ['up']);`,
  );
  return startByLauncher(launcher, data, more);
}

function signalGroup({ process: { pid } }: Product, signal: NodeJS.Signals): void {
  process.kill(-(pid ?? 0), signal);
}

/** Undefined while there is none, or before it has written its number. */
function readPostgresPid(): number | undefined {
  const file = join(data, 'postgres/cluster/data/postmaster.pid');
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  return pid > 0 ? pid : undefined;
}

const untilPostgres = (): Promise<number> => eventually(async () => readPostgresPid(), 'PostgreSQL started');

test('SIGTERM to the whole process group stops in order with 143, although it arrives twice', async () => {
  const product = startInChild(QUIET);
  await product.ready;
  const postgres = await untilPostgres();

  signalGroup(product, 'SIGTERM');

  expect(await product.ended).toEqual({ code: 143, signal: null });
  expect(lifeOf(postgres)).toBeUndefined();
  expect(readFileSync(log, 'utf8')).toContain('received fast shutdown request');
});

test('a closed terminal, SIGHUP to the group and no more output, stops in order with 129', async () => {
  const product = startByLauncher(join(root, 'bin/gamekeeper.mjs'), data, { ...IDLE, LOG_LEVEL: 'debug' });
  await product.ready;
  const postgres = await untilPostgres();
  // A next start on the same data keeps the token, so it prints none.
  expect(product.said.map(({ event }) => event)).toEqual(['ready']);

  product.process.stdout?.destroy();
  product.process.stderr?.destroy();
  signalGroup(product, 'SIGHUP');

  expect(await product.ended).toEqual({ code: 129, signal: null });
  expect(lifeOf(postgres)).toBeUndefined();
  expect(readFileSync(log, 'utf8')).toContain('received fast shutdown request');
});

test('a signal while it starts stops it with 143, and PostgreSQL with it', async () => {
  const product = startProduct(data, IDLE);
  const postgres = await untilPostgres();

  product.process.kill('SIGTERM');

  expect(await product.ended).toEqual({ code: 143, signal: null });
  expect(lifeOf(postgres)).toBeUndefined();
});

test('a second signal later than two seconds ends it at once, and PostgreSQL with it', async () => {
  // It goes on answering for five minutes unless it gets a second signal.
  const product = startProduct(data, { ...IDLE, GOODBYE_SECONDS: '300' });
  await product.ready;
  const postgres = await untilPostgres();
  // Not parsed: the file may be read while it is written.
  const isStopping = () => /"stopping":\s*true/.test(readFileSync(join(data, 'holder.json'), 'utf8'));

  product.process.kill('SIGINT');
  await eventually(async () => isStopping() || undefined, 'it stops');
  await delay(REPEAT_MS + 100);
  product.process.kill('SIGINT');

  expect(await product.ended).toEqual({ code: 130, signal: null });
  expect(lifeOf(postgres)).toBeUndefined();
  expect(readFileSync(log, 'utf8')).toContain('received immediate shutdown request');
});

withPidNamespaces('a container stop, SIGTERM to process 1 alone, stops in order with 143', async () => {
  const container = join(scratch.path, 'container');
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
  const product = startByLauncher(launcher, container, IDLE);
  await product.ready;

  product.process.kill('SIGTERM');

  expect(await product.ended).toEqual({ code: 143, signal: null });
  // The kernel ends what is left of the namespace with process 1; PostgreSQL was done before.
  expect(readFileSync(join(container, 'postgres/postgres.log'), 'utf8')).toContain(
    'database system is shut down',
  );
});
