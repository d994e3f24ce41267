/**
 * What must hold for every package that a lockfile names: it comes from the registry and is what it was when it was reviewed; it runs
 * nothing at its installation that was not reviewed; its licence is one of those that we may use. Pure.
 */
export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

export interface Lockfile {
  readonly lockfileVersion?: number;
  readonly packages?: Readonly<Record<string, LockedPackage>>;
}

/** Each key is the name of a package, or how the names of several begin; each value says what was found. */
type Review = Readonly<Record<string, string>>;

export interface Reviewed {
  /** By whole names alone. */
  readonly installScripts: Review;
  readonly withoutChecksum: Review;
  readonly licences: readonly string[];
  readonly licencesOfSome: Review;
}

const LOCKFILE_VERSION = 3;
const REGISTRY = 'https://registry.npmjs.org/';
const CHECKSUM = /^sha512-[A-Za-z0-9+/]{86}==$/;
const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

export function findLockfileFaults(lockfile: Lockfile, reviewed: Reviewed): string[] {
  if (lockfile.lockfileVersion !== LOCKFILE_VERSION || lockfile.packages === undefined)
    return [`has version ${lockfile.lockfileVersion ?? 'none'}; expected ${LOCKFILE_VERSION}`];
  return Object.entries(lockfile.packages).flatMap(([path, entry]) => {
    if (path === '') return [];
    const name = nameOf(path);
    return faultsOf(name, entry, reviewed).map((fault) => `${name}@${entry.version ?? '?'} ${fault}`);
  });
}

function faultsOf(name: string, entry: LockedPackage, reviewed: Reviewed): string[] {
  const faults: string[] = [];
  if (entry.link === true) faults.push('is a link to a folder; expected a package of the registry');
  if (!EXACT_VERSION.test(entry.version ?? '')) faults.push('has no exact version');
  if (entry.resolved !== undefined && !isOfRegistry(name, entry))
    faults.push(`comes from ${entry.resolved}; expected the registry`);
  if (!CHECKSUM.test(entry.integrity ?? '') && !mayLackChecksum(name, entry, reviewed))
    faults.push('has no SHA-512 checksum');
  if (entry.hasInstallScript === true && !Object.hasOwn(reviewed.installScripts, name))
    faults.push('runs a script when it is installed, which was not reviewed');
  // A package whose checksum is missing was never seen, and neither was its licence.
  const isSeen = entry.integrity !== undefined;
  if (isSeen && !reviewed.licences.includes(entry.license ?? '') && !isIn(reviewed.licencesOfSome, name))
    faults.push(`has the licence ${entry.license ?? 'unknown'}, which is not on the list`);
  return faults;
}

/** `node_modules/a/node_modules/@b/c` → `@b/c` */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function isOfRegistry(name: string, { resolved, version }: LockedPackage): boolean {
  const file = name.slice(name.indexOf('/') + 1);
  return resolved === `${REGISTRY}${name}/-/${file}-${version ?? ''}.tgz`;
}

/** For other platforms than the one that the lockfile was made on, and only those. */
function mayLackChecksum(name: string, entry: LockedPackage, reviewed: Reviewed): boolean {
  const isForSomePlatform = entry.os !== undefined || entry.cpu !== undefined;
  const isAbsent = entry.integrity === undefined && entry.optional === true && isForSomePlatform;
  return isAbsent && isIn(reviewed.withoutChecksum, name);
}

/** A key that ends in a sign, and not in a letter, is how several names begin. */
function isIn(review: Review, name: string): boolean {
  return Object.keys(review).some((key) => name === key || (/\W$/.test(key) && name.startsWith(key)));
}
