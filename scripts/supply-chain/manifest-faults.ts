/** What must hold for a `package.json` and for the `.npmrc` beside the lockfile: exact versions, no install scripts, no other registry. Pure. */
import type { Lockfile, Reviewed } from './lockfile-faults.ts';

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
/** What npm runs at an installation. */
const BY_ITSELF = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare'];
/** Each would have packages come from elsewhere, or run scripts. */
const UNWANTED_OPTION =
  /^\s*(registry|@[^=:]+:registry|ignore-scripts\s*=\s*false|strict-ssl\s*=\s*false|package-lock\s*=\s*false)\b/;

export function findManifestFaults(manifest: Manifest, lockfile: Lockfile, reviewed: Reviewed): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const loose = wanted
    .filter(([, version]) => !EXACT_VERSION.test(version))
    .map(([name, version]) => `wants ${name} ${version}; expected an exact version`);
  const own = BY_ITSELF.filter((name) => manifest.scripts?.[name] !== undefined).map(
    (name) => `has a script ${name}, which npm runs without being asked`,
  );
  const allowed = Object.entries(manifest.allowScripts ?? {})
    .filter(([, isAllowed]) => isAllowed)
    .map(([name]) => `allows the install script of ${name}; expected false, none is needed`);
  return [...loose, ...own, ...allowed, ...findStaleReviews(manifest, lockfile, reviewed)];
}

/** A list that names what is gone is not maintained. */
function findStaleReviews({ allowScripts }: Manifest, lockfile: Lockfile, reviewed: Reviewed): string[] {
  if (allowScripts === undefined) return [];
  const running = new Set(
    Object.entries(lockfile.packages ?? {})
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  const listed = new Set([...Object.keys(allowScripts), ...Object.keys(reviewed.installScripts)]);
  return [...listed]
    .filter((name) => !running.has(name))
    .map((name) => `lists the install script of ${name}, which has none`);
}

export function findOptionFaults(npmrc: string): string[] {
  return npmrc
    .split('\n')
    .filter((line) => UNWANTED_OPTION.test(line))
    .map((line) => `says ${line.trim()}; expected packages from npm's own registry and no scripts`);
}
