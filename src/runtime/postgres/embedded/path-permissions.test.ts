import { expect, test } from 'vitest';
import {
  ENTER,
  findClosedDirectory,
  isAllowed,
  READ,
  type Credentials,
  type Permissions,
} from './path-permissions.ts';

const ROOT = { uid: 0, gid: 0 };
const OWNER: Credentials = { uid: 1000, gid: 1000, groups: [] };
const STRANGER: Credentials = { uid: 65534, gid: 65534, groups: [] };
const IN_GROUP: Credentials = { uid: 7, gid: 7, groups: [1000] };
const FIRST_GROUP: Credentials = { uid: 7, gid: 1000, groups: [] };

function directory(mode: number, owner = { uid: 1000, gid: 1000 }, path = '/home/keeper'): Permissions {
  return { path, mode, ...owner };
}

test.each([
  ['a stranger', STRANGER, 0o755, true],
  ['a stranger', STRANGER, 0o711, true],
  ['a stranger', STRANGER, 0o750, false],
  ['a stranger', STRANGER, 0o700, false],
  ['a stranger', STRANGER, 0o744, false],
  ['a stranger in a sticky folder', STRANGER, 0o1777, true],
  ['the owner', OWNER, 0o700, true],
  ['the owner whom only the owner bits refuse', OWNER, 0o077, false],
  ['a member of the group', IN_GROUP, 0o710, true],
  ['a member by their first group', FIRST_GROUP, 0o710, true],
  ['a member whom only the group bits refuse', IN_GROUP, 0o701, false],
  ['root', { uid: 0, gid: 0, groups: [] }, 0o000, true],
])('%s enters %o: %s', (_, who, mode, expected) => {
  expect(isAllowed(directory(mode), who, ENTER)).toBe(expected);
});

test('running a file needs both reading and entering', () => {
  expect(isAllowed(directory(0o755), STRANGER, READ | ENTER)).toBe(true);
  expect(isAllowed(directory(0o751), STRANGER, READ | ENTER)).toBe(false);
  expect(isAllowed(directory(0o754), STRANGER, READ | ENTER)).toBe(false);
});

test('the outermost closed folder is named', () => {
  const way = [
    directory(0o755, ROOT, '/'),
    directory(0o700, ROOT, '/root'),
    directory(0o755, ROOT, '/root/clone'),
    directory(0o700, ROOT, '/root/clone/data'),
  ];

  expect(findClosedDirectory(way, STRANGER)?.path).toBe('/root');
  expect(findClosedDirectory(way.slice(0, 1), STRANGER)).toBeUndefined();
});
