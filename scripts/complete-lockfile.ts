/**
 * `npm run lockfile`, after every change of dependencies. A registry mirror may lack the packages of other platforms; npm
 * then leaves them out of the lockfile, and `npm ci` refuses the result ("Missing … from lock file"). This writes the
 * missing entries: optional, with the platform in their name, so that they are fetched there and nowhere else.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockEntry {
  readonly version: string;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const OS = 'darwin linux win32 android freebsd openharmony aix sunos netbsd openbsd'.split(' ');
const CPU = ['x64', 'arm64', 'arm', 'ia32', 's390x', 'ppc64', 'riscv64', 'loong64', 'wasm32', 'mips64el'];
const LIBC = { gnu: 'glibc', musl: 'musl', gnueabihf: 'glibc', musleabihf: 'musl' } as const;

const file = join(import.meta.dirname, '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> };
const added = missingEntries(lock.packages);
lock.packages = Object.fromEntries(
  Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(added).length} entries added to package-lock.json`);

function missingEntries(packages: Readonly<Record<string, LockEntry>>): Record<string, LockEntry> {
  const missing: Record<string, LockEntry> = {};
  for (const { optionalDependencies } of Object.values(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
      const isThere = Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`));
      if (!isThere) missing[`node_modules/${name}`] = { version, optional: true, ...platformOf(name) };
    }
  }
  return missing;
}

function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = OS.filter((word) => words.includes(word));
  const cpu = CPU.filter((word) => words.includes(word));
  const libc = Object.entries(LIBC).flatMap(([word, value]) => (words.includes(word) ? [value] : []));
  return {
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && os.includes('linux') && { libc }),
  };
}
