/** The gate "supply chain": checks every lockfile below the working directory, with the `package.json` and `.npmrc` beside it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findLockfileFaults, type Lockfile } from './supply-chain/lockfile-faults.ts';
import { findManifestFaults, findOptionFaults, type Manifest } from './supply-chain/manifest-faults.ts';
import REVIEWED from './supply-chain/reviewed-packages.json' with { type: 'json' };

const LEFT_OUT = ['node_modules', '.git', 'data', 'dist', 'coverage'];

let packages = 0;
const faults: string[] = [];
const files = globSync('**/package-lock.json', {
  exclude: (path) => LEFT_OUT.some((folder) => path === folder || path.endsWith(`/${folder}`)),
});
for (const file of files) {
  const lockfile = readJson(file) as Lockfile;
  packages += Object.keys(lockfile.packages ?? {}).length;
  report(file, findLockfileFaults(lockfile, REVIEWED));
  const manifest = join(dirname(file), 'package.json');
  if (existsSync(manifest))
    report(manifest, findManifestFaults(readJson(manifest) as Manifest, lockfile, REVIEWED));
  const options = join(dirname(file), '.npmrc');
  if (existsSync(options)) report(options, findOptionFaults(readFileSync(options, 'utf8')));
}
console.log(`${packages} packages, ${faults.length} faults`);
process.exitCode = faults.length === 0 && packages > 0 ? 0 : 1;

function report(file: string, found: readonly string[]): void {
  faults.push(...found);
  for (const fault of found) console.log(`${file}: ${fault}`);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
