import { expect, test } from 'vitest';
import { findLockfileFaults, type LockedPackage, type Reviewed } from './lockfile-faults.ts';

const REVIEWED: Reviewed = {
  installScripts: { known: 'does nothing' },
  withoutChecksum: { '@engine/lib-': 'on other platforms' },
  licences: ['MIT', 'ISC'],
  licencesOfSome: { tester: 'for tests alone', 'tester-': 'as tester' },
};
const GOOD: LockedPackage = { version: '1.2.3', license: 'MIT', integrity: `sha512-${'A'.repeat(86)}==` };

function faultsOf(path: string, difference: LockedPackage, lockfileVersion = 3): string[] {
  const packages = { '': {}, [`node_modules/${path}`]: { ...GOOD, ...difference } };
  return findLockfileFaults({ lockfileVersion, packages }, REVIEWED);
}

const { integrity: _none, license: _unseen, ...WITHOUT_CHECKSUM } = GOOD;

function faultsWithoutChecksum(name: string, difference: LockedPackage): string[] {
  const packages = { [`node_modules/${name}`]: { ...WITHOUT_CHECKSUM, ...difference } };
  return findLockfileFaults({ lockfileVersion: 3, packages }, REVIEWED);
}

test.each<[string, string, LockedPackage]>([
  ['of the registry', 'plain', {}],
  [
    'with the address that the registry has for it',
    'plain',
    { resolved: 'https://registry.npmjs.org/plain/-/plain-1.2.3.tgz' },
  ],
  ['of a scope', 'a/node_modules/@b/c', { resolved: 'https://registry.npmjs.org/@b/c/-/c-1.2.3.tgz' }],
  ['before its first release', 'plain', { version: '18.4.0-beta.17' }],
  ['whose script was reviewed by its name', 'known', { hasInstallScript: true }],
  ['with a licence that it alone may have', 'tester', { license: 'MPL-2.0' }],
  ['for one platform of such a package', 'tester-linux-x64', { license: 'MPL-2.0' }],
])('a package %s is fine', (_what, path, difference) => {
  expect(faultsOf(path, difference)).toEqual([]);
});

test.each<[string, LockedPackage, string]>([
  [
    'plain',
    { resolved: 'https://evil.example/plain-1.2.3.tgz' },
    'comes from https://evil.example/plain-1.2.3.tgz',
  ],
  ['plain', { resolved: 'git+ssh://git@github.com/a/b.git#0123' }, 'comes from git+ssh'],
  ['plain', { resolved: 'https://registry.npmjs.org/other/-/other-1.2.3.tgz' }, 'comes from'],
  ['plain', { resolved: 'http://registry.npmjs.org/plain/-/plain-1.2.3.tgz' }, 'comes from http:'],
  ['plain', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no SHA-512 checksum'],
  ['plain', { integrity: '' }, 'has no SHA-512 checksum'],
  ['plain', { version: '^1.2.3' }, 'has no exact version'],
  ['plain', { link: true }, 'is a link to a folder'],
  ['plain', { hasInstallScript: true }, 'runs a script when it is installed'],
  ['known-more', { hasInstallScript: true }, 'runs a script when it is installed'],
  ['constructor', { hasInstallScript: true }, 'runs a script when it is installed'],
  ['testers', { license: 'MPL-2.0' }, 'has the licence MPL-2.0'],
  ['plain', { license: 'AGPL-3.0' }, 'has the licence AGPL-3.0'],
  ['plain', { license: 'UNLICENSED' }, 'has the licence UNLICENSED'],
])('%s with %j is reported', (name, difference, words) => {
  expect(faultsOf(name, difference)).toEqual([expect.stringContaining(`${name}@`)]);
  expect(faultsOf(name, difference)[0]).toContain(words);
});

test('only a listed package for some platform may lack its checksum', () => {
  const elsewhere = { optional: true, os: ['darwin'] };
  expect(faultsWithoutChecksum('@engine/lib-darwin', elsewhere)).toEqual([]);
  const refused = ['@engine/lib-darwin@1.2.3 has no SHA-512 checksum'];
  expect(faultsWithoutChecksum('@engine/lib-darwin', { optional: true })).toEqual(refused);
  expect(faultsWithoutChecksum('@engine/lib-darwin', { os: ['darwin'] })).toEqual(refused);
  expect(faultsWithoutChecksum('plain', elsewhere)).toEqual(['plain@1.2.3 has no SHA-512 checksum']);
});

test('a lockfile of another form is refused as a whole', () => {
  expect(faultsOf('plain', {}, 2)).toEqual(['has version 2; expected 3']);
  expect(findLockfileFaults({}, REVIEWED)).toEqual(['has version none; expected 3']);
});
