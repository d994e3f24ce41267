import { expect, test } from 'vitest';
import type { Lockfile, Reviewed } from './lockfile-faults.ts';
import { findManifestFaults, findOptionFaults, type Manifest } from './manifest-faults.ts';

const REVIEWED: Reviewed = {
  installScripts: { known: 'does nothing' },
  withoutChecksum: {},
  licences: [],
  licencesOfSome: {},
};
const LOCKFILE: Lockfile = {
  packages: { 'node_modules/known': { hasInstallScript: true }, 'node_modules/a': {} },
};

const faultsOf = (manifest: Manifest, reviewed = REVIEWED): string[] =>
  findManifestFaults(manifest, LOCKFILE, reviewed);

test('exact versions and denied scripts are fine', () => {
  expect(
    faultsOf({ dependencies: { a: '1.2.3' }, scripts: { start: 'x' }, allowScripts: { known: false } }),
  ).toEqual([]);
});

test.each<[Manifest, string]>([
  [{ dependencies: { a: '^1.2.3' } }, 'wants a ^1.2.3; expected an exact version'],
  [{ devDependencies: { a: 'latest' } }, 'wants a latest; expected an exact version'],
  [{ optionalDependencies: { a: 'github:a/b' } }, 'wants a github:a/b; expected an exact version'],
  [{ scripts: { postinstall: 'x' } }, 'has a script postinstall, which npm runs without being asked'],
  [{ allowScripts: { known: true } }, 'allows the install script of known; expected false, none is needed'],
  [{ allowScripts: { a: false } }, 'lists the install script of a, which has none'],
])('%j is reported', (manifest, fault) => {
  expect(faultsOf(manifest)).toEqual([fault]);
});

test('a review of what is not there any more is reported', () => {
  const reviewed = { ...REVIEWED, installScripts: { known: '', gone: '' } };
  expect(faultsOf({ allowScripts: {} }, reviewed)).toEqual([
    'lists the install script of gone, which has none',
  ]);
});

test('options that change where packages come from, or what they may run, are told', () => {
  const fine = '# any mirror\nomit-lockfile-registry-resolved=true\nsave-exact=true\nignore-scripts=true\n';
  expect(findOptionFaults(fine)).toEqual([]);
  const unwanted = [
    'registry=https://evil.example/',
    '@scope:registry=https://evil.example/',
    'ignore-scripts=false',
    'strict-ssl = false',
    'package-lock=false',
  ];
  expect(findOptionFaults(`${fine}${unwanted.join('\n')}`)).toHaveLength(unwanted.length);
});
