/** Peers are no dependencies of the product: each benchmark has its own, installed as its lockfile says when they are missing. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** None of them needs a script to run. */
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * False when they are not to be had: without a registry the benchmark can still measure the product. They are installed in a folder
 * beside their own and renamed, because two processes may need them at the same time.
 */
export function installPeers(folder: string): boolean {
  if (areInstalled(folder)) return true;
  const packages = join(folder, 'node_modules');
  console.log(`The peers are installed into ${packages}.`);
  rmSync(packages, { recursive: true, force: true });
  const fresh = mkdtempSync(join(folder, '.installing-'));
  try {
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(folder, name), join(fresh, name));
    const { status, error } = spawnSync('npm', INSTALL, {
      cwd: fresh,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) {
      const reason = error?.message ?? `it ended with ${status}`;
      console.error(`The peers could not be installed (npm ci: ${reason}). THEY ARE LEFT OUT.`);
      return false;
    }
    renameSync(join(fresh, 'node_modules'), packages);
    return true;
  } catch (error) {
    // The other process may have been faster.
    if (!areInstalled(folder)) throw error;
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
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
