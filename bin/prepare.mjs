/**
 * Makes a bare clone ready: packages, Node 24, the built web page. Every step is skipped when its result is there.
 * Runs on Node 20 with nothing installed, hence plain JavaScript and no imports but Node's own.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockfile = join(root, 'package-lock.json');
/** npm writes this last, so it is missing after an install that was cut off. */
const installed = join(root, 'node_modules', '.package-lock.json');
const builtUi = join(root, 'dist', 'ui');
const builtUiStamp = join(builtUi, '.built-from');

/** Does what is missing and returns the path of a Node that can run the product. */
export function prepare({ ui }) {
  refuseOpenClone();
  if (isInstallStale()) oneAtATime(() => isInstallStale() && step('install packages', installPackages));
  const node = findNode();
  if (ui && existsSync(join(root, 'ui')) && isUiStale()) oneAtATime(() => isUiStale() && buildUi(node));
  return node;
}

/** What others can write, they can replace by code of theirs. Windows has no such mode. */
function refuseOpenClone() {
  if (process.getuid === undefined || (statSync(root).mode & 0o002) === 0) return;
  fail(`Every user of this machine can write to ${root}.`, `Check what lies there, then: chmod o-w ${root}`);
}

/** `npm start` and `npm test` may begin in two terminals of one bare clone. The file names who is at it; a dead one does not count. */
function oneAtATime(work) {
  const claim = join(root, '.preparing');
  while (!tryToClaim(claim)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  try {
    work();
  } finally {
    rmSync(claim, { force: true });
  }
}

function tryToClaim(claim) {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isAbandoned(claim)) rmSync(claim, { force: true });
    return false;
  }
}

function isAbandoned(claim) {
  const pid = Number(readIfThere(claim));
  // Without a number it was made just now, or by one who was killed before writing it.
  if (!(pid > 0)) return existsSync(claim) && Date.now() - statSync(claim).mtimeMs > 5_000;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code !== 'EPERM';
  }
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function isInstallStale() {
  return !existsSync(installed) || statSync(installed).mtimeMs < statSync(lockfile).mtimeMs;
}

function installPackages() {
  const npm = process.env.npm_execpath;
  const [command, ...prefix] = npm ? [process.execPath, npm] : ['npm'];
  // No package's script is needed (package.json denies them by name); older versions of npm would run them all the same.
  run(
    command,
    [...prefix, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    'npm ci',
  );
  const now = new Date();
  utimesSync(installed, now, now);
}

/** The Node that runs us if it is new enough, else the one that came with the packages. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  for (const name of names) {
    const path = join(root, 'node_modules', name, 'bin', 'node');
    if (existsSync(path)) return path;
  }
  return fail(
    `Node ${process.versions.node} is too old and npm has no Node 24 for ${process.platform}-${process.arch}.`,
    'Install Node 24 or newer and run the same command again.',
  );
}

function isUiStale() {
  return readIfThere(builtUiStamp) !== hashOfUiSources();
}

function buildUi(node) {
  step('build the web page', () => {
    // Built aside and renamed, so a cut-off build is never served.
    const fresh = `${builtUi}.unfinished`;
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const config = join(root, 'ui', 'vite.config.ts');
    run(node, [vite, 'build', '--config', config, '--outDir', fresh, '--logLevel', 'warn'], 'vite build');
    writeFileSync(join(fresh, '.built-from'), hashOfUiSources());
    rmSync(builtUi, { recursive: true, force: true });
    renameSync(fresh, builtUi);
  });
}

function hashOfUiSources() {
  const hash = createHash('sha256');
  for (const folder of ['ui', 'src/contract', 'src/domain']) {
    for (const file of filesBelow(join(root, folder))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.update(readFileSync(lockfile)).digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function step(what, work) {
  const startedAt = performance.now();
  process.stderr.write(`gamekeeper: ${what} …\n`);
  work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stderr.write(`gamekeeper: ${what}: done in ${seconds} s\n`);
}

/**
 * Standard output stays clean for the command that follows; what the step says goes to standard error.
 * Temporary files go to a new folder of mode 0700. npm and vite turn on Node's compile cache, whose default place is
 * $TMPDIR/node-compile-cache; Node runs what it finds there without looking at its owner.
 */
function run(command, args, name) {
  const temporary = mkdtempSync(join(root, '.preparing-'));
  const env = { ...process.env, TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: '1' };
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env });
  rmSync(temporary, { recursive: true, force: true });
  if (result.error) fail(`${name} could not be started: ${result.error.message}`, 'Is npm on the PATH?');
  if (result.status !== 0) {
    fail(
      `${name} failed (${result.signal ?? `exit ${result.status}`}).`,
      'Its own words are above; then run the same command again.',
    );
  }
}

function fail(message, hint) {
  process.stderr.write(`gamekeeper: ${message}\n            ${hint}\n`);
  process.exit(1);
}
