/** The peers are no dependencies of the product: they are installed here, as the lockfile beside this says, when they are missing. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;
/** None of them needs a script to run. */
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** False when they are not to be had: without a registry the benchmark can still measure the product. */
export function installPeers(): boolean {
  if (areInstalled()) return true;
  console.log('The peers are installed into bench/explore/node_modules.');
  const { status, error } = spawnSync('npm', INSTALL, {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return true;
  const reason = error?.message ?? `it ended with ${status}`;
  console.error(`The peers could not be installed (npm ci: ${reason}). DUCKDB IS LEFT OUT.`);
  return false;
}

function areInstalled(): boolean {
  const { dependencies } = readPackage(FOLDER) as { dependencies: Record<string, string> };
  return Object.entries(dependencies).every(([name, wanted]) => {
    const folder = join(FOLDER, 'node_modules', name);
    return existsSync(folder) && (readPackage(folder) as { version: string }).version === wanted;
  });
}

function readPackage(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
