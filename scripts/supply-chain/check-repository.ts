/** Finds every lockfile below a folder, with the `package.json` and `.npmrc` beside it, and tells all that is wrong with them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findLockfileFaults, type Lockfile } from './lockfile-faults.ts';
import { findManifestFaults, findOptionFaults, type Manifest } from './manifest-faults.ts';
import REVIEWED from './reviewed-packages.json' with { type: 'json' };

const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'dist', 'coverage']);

/** Each fault begins with the file that it is in. */
export function checkRepository(root: string): { readonly packages: number; readonly faults: string[] } {
  let packages = 0;
  const faults: string[] = [];
  for (const file of lockfilesBelow(root)) {
    const tell = (name: string, found: readonly string[]): number =>
      faults.push(...found.map((fault) => `${relative(root, join(dirname(file), name))}: ${fault}`));
    const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;
    packages += Object.keys(lockfile.packages ?? {}).length;
    tell('package-lock.json', findLockfileFaults(lockfile, REVIEWED));
    const manifest = join(dirname(file), 'package.json');
    if (existsSync(manifest)) {
      const read = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
      tell('package.json', findManifestFaults(read, lockfile, REVIEWED));
    }
    const npmrc = join(dirname(file), '.npmrc');
    if (existsSync(npmrc)) tell('.npmrc', findOptionFaults(readFileSync(npmrc, 'utf8')));
  }
  return { packages, faults };
}

function lockfilesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : lockfilesBelow(path);
    return entry.name === 'package-lock.json' ? [path] : [];
  });
}
