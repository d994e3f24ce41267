/** Peers are no dependencies of the product: each benchmark has its own, installed as its lockfile says when they are missing. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** None of them needs a script to run. */
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** False when they are not to be had: without a registry the benchmark can still measure the product. */
export function installPeers(folder: string): boolean {
  if (areInstalled(folder)) return true;
  console.log(`The peers are installed into ${join(folder, 'node_modules')}.`);
  const { status, error } = spawnSync('npm', INSTALL, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return true;
  const reason = error?.message ?? `it ended with ${status}`;
  console.error(`The peers could not be installed (npm ci: ${reason}). THEY ARE LEFT OUT.`);
  return false;
}

function areInstalled(folder: string): boolean {
  const { dependencies } = readPackage(folder) as { dependencies: Record<string, string> };
  return Object.entries(dependencies).every(([name, wanted]) => {
    const peer = join(folder, 'node_modules', name);
    return existsSync(peer) && (readPackage(peer) as { version: string }).version === wanted;
  });
}

function readPackage(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
