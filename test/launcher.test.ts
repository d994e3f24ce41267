/** `bin/` in a clone of its own with one local package: what a bare clone does first, and not again. */
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support/product.ts';

const run = promisify(execFile);
let clone: string;

beforeAll(async () => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), 'gamekeeper-clone-')));
  cpSync(join(root, 'bin'), join(clone, 'bin'), { recursive: true });
  mkdirSync(join(clone, 'package'));
  mkdirSync(join(clone, 'scripts'));
  const packageFile = { name: 'clone', version: '1.0.0', scripts: { go: 'node bin/run.mjs scripts/go.ts' } };
  writeFileSync(join(clone, 'package/package.json'), '{ "name": "local", "version": "1.0.0" }');
  writeFileSync(
    join(clone, 'package.json'),
    JSON.stringify({ ...packageFile, dependencies: { local: 'file:package' } }),
  );
  writeFileSync(
    join(clone, 'scripts/go.ts'),
    "const answer: string = 'went'; process.stdout.write(`${answer} ${process.argv.slice(2).join()}`);",
  );
  await run('npm', ['install', '--package-lock-only', '--offline'], { cwd: clone });
});
afterAll(() => rmSync(clone, { recursive: true }));

async function go() {
  const { stdout, stderr } = await run(process.execPath, ['bin/run.mjs', 'scripts/go.ts', 'a', 'b'], {
    cwd: clone,
  });
  return {
    stdout,
    installs: stderr.split('\n').filter((line) => /install packages: done in [\d.]+ s/.test(line)).length,
  };
}

test('a bare clone installs its packages first, and only then', async () => {
  expect(await go()).toEqual({ stdout: 'went a,b', installs: 1 });
  expect(await go()).toEqual({ stdout: 'went a,b', installs: 0 });
});

test('a lockfile that is newer than the install, or an install that was cut off, is installed again', async () => {
  const later = new Date(Date.now() + 5_000);
  utimesSync(join(clone, 'package-lock.json'), later, later);
  expect(await go()).toMatchObject({ installs: 1 });

  utimesSync(join(clone, 'package-lock.json'), new Date(0), new Date(0));
  rmSync(join(clone, 'node_modules/.package-lock.json'));
  expect(await go()).toMatchObject({ installs: 1 });
});

test('two commands that begin at once in a bare clone install once', async () => {
  rmSync(join(clone, 'node_modules'), { recursive: true });

  const [one, two] = await Promise.all([go(), go()]);

  expect(one.installs + two.installs).toBe(1);
  expect([one.stdout, two.stdout]).toEqual(['went a,b', 'went a,b']);
});

test('a preparation that was killed does not block the next one', async () => {
  const killed = spawn(process.execPath, ['-e', '']);
  await once(killed, 'exit');
  writeFileSync(join(clone, '.preparing'), String(killed.pid));
  rmSync(join(clone, 'node_modules'), { recursive: true });

  expect(await go()).toMatchObject({ installs: 1 });
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
  ['SIGKILL', 137],
] as const)('a script in another Node that %s ends gives exit code %i', async (signal, code) => {
  // Another path of the same Node: the launcher runs the script in a child.
  const node = join(clone, `node-${signal}`);
  symlinkSync(process.execPath, node);
  writeFileSync(
    join(clone, 'scripts/end.ts'),
    `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000);`,
  );
  writeFileSync(
    join(clone, 'bin/elsewhere.mjs'),
    "import { handOver } from './hand-over.mjs'; const [node, script] = process.argv.slice(2); await handOver(node, script, []);",
  );
  const child = spawn(process.execPath, ['bin/elsewhere.mjs', node, join(clone, 'scripts/end.ts')], {
    cwd: clone,
  });

  expect(await once(child, 'exit')).toEqual([code, null]);
});

test('the product is asked to stop when npm is killed', async () => {
  writeFileSync(
    join(clone, 'scripts/go.ts'),
    "process.on('SIGTERM', () => { process.stdout.write('stopping\\n'); process.exit(0); }); process.stdout.write('runs\\n'); setInterval(() => {}, 1000);",
  );
  const npm = spawn('npm', ['run', '--silent', 'go'], { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(npm.stdout)[Symbol.asyncIterator]();
  expect(await lines.next()).toMatchObject({ value: 'runs' });

  npm.kill('SIGKILL');

  expect(await lines.next()).toMatchObject({ value: 'stopping' });
});
