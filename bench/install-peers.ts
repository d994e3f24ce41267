/** Peers are no dependencies of the product: each benchmark has its own package.json, installed as its lockfile says. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** No peer needs a script at its installation. */
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** False without a registry: the benchmark then measures the product alone. npm writes the hidden lockfile last. */
export function installPeers(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return true;
  console.log(`The peers are installed in ${folder}.`);
  const { status } = spawnSync('npm', INSTALL, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.error(`The peers could not be installed (npm ci: ${status}). THEY ARE LEFT OUT.`);
  return status === 0;
}
