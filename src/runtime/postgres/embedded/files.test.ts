import { expect, test } from 'vitest';
import {
  chooseServiceUser,
  ENTER,
  findClosedDirectory,
  isAllowed,
  parsePasswd,
  type Permissions,
  READ,
  spawnIdentity,
} from './files.ts';

const PASSWD = `# a comment: as on macOS
root:x:0:0:root:/root:/bin/bash
nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false
postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash

broken
`;

test('users are read with unsigned ids, and lines that are none are passed over', () => {
  expect(parsePasswd(PASSWD)).toEqual([
    { name: 'root', uid: 0, gid: 0 },
    { name: 'nobody', uid: 4294967294, gid: 4294967294 },
    { name: 'postgres', uid: 101, gid: 104 },
  ]);
});

test.each([
  ['gamekeeper', ['nobody', 'postgres', 'gamekeeper']],
  ['postgres', ['nobody', 'postgres']],
  ['nobody', ['daemon', 'nobody']],
  [undefined, ['daemon', 'root']],
])('%s is chosen among %j', (expected, names) => {
  const users = names.map((name, index) => ({ name, uid: index + 1, gid: 1 }));
  expect(chooseServiceUser(users)?.name).toBe(expected);
});

test('root under another name is not chosen', () => {
  const users = [
    { name: 'gamekeeper', uid: 0, gid: 0 },
    { name: 'nobody', uid: 65534, gid: 65534 },
  ];
  expect(chooseServiceUser(users)?.name).toBe('nobody');
});

test('a process is started with the signed form of the id, and as ourselves without a user', () => {
  expect(spawnIdentity({ name: 'nobody', uid: 4294967294, gid: 4294967294 })).toEqual({ uid: -2, gid: -2 });
  expect(spawnIdentity(undefined)).toEqual({});
});

const ROOT = { uid: 0, gid: 0 };
const OWNER = { uid: 1000, gid: 1000 };
const STRANGER = { uid: 65534, gid: 65534 };
const IN_GROUP = { uid: 7, gid: 1000 };

function directory(mode: number, owner = OWNER, path = '/home/keeper'): Permissions {
  return { path, mode, ...owner };
}

test.each([
  ['a stranger', STRANGER, 0o755, true],
  ['a stranger', STRANGER, 0o711, true],
  ['a stranger', STRANGER, 0o750, false],
  ['a stranger', STRANGER, 0o744, false],
  ['a stranger in a sticky folder', STRANGER, 0o1777, true],
  ['the owner', OWNER, 0o700, true],
  ['the owner that only the owner bits refuse', OWNER, 0o077, false],
  ['a member of the group', IN_GROUP, 0o710, true],
  ['a member that only the group bits refuse', IN_GROUP, 0o701, false],
  ['root', ROOT, 0o000, true],
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
