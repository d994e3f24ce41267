import { expect, test } from 'vitest';
import { chooseServiceUser, parsePasswd, spawnIdentity } from './service-user.ts';

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
