import { expect, test } from 'vitest';
import { UserError } from '#/domain/user-error.ts';
import { isLoopback, refuseUnsafeBind, type BindRequest } from './bind-policy.ts';

const bare: BindRequest = { host: '127.0.0.1', publicUrl: null, allowedHosts: [], hasAdminToken: false };

test.each(['127.0.0.1', '127.1.2.3', 'localhost', 'LOCALHOST', '::1', '[::1]', '0:0:0:0:0:0:0:1'])(
  '%s is loopback and needs nothing',
  (host) => {
    expect(isLoopback(host)).toBe(true);
    expect(() => refuseUnsafeBind({ ...bare, host })).not.toThrow();
  },
);

test.each([
  '0.0.0.0',
  '::',
  '192.168.1.5',
  '128.0.0.1',
  '::ffff:192.168.1.5',
  '127.example.org',
  'games.example.org',
  '::11',
  '',
])('%s is not loopback and is refused without token and names', (host) => {
  expect(isLoopback(host)).toBe(false);
  expect(() => refuseUnsafeBind({ ...bare, host })).toThrow(UserError);
});

test.each([
  ['a token alone', { hasAdminToken: true }, 'PUBLIC_URL'],
  ['a public address alone', { publicUrl: 'https://games.example.org' }, 'gamekeeper token'],
  ['allowed hosts alone', { allowedHosts: ['games.example.org'] }, 'gamekeeper token'],
] as const)('%s is not enough, and the hint says what is missing', (_name, given, missing) => {
  const binding = (): void => refuseUnsafeBind({ ...bare, host: '0.0.0.0', ...given });
  expect(binding).toThrow(expect.objectContaining({ hint: expect.stringContaining(missing) }));
});

test.each([{ publicUrl: 'https://games.example.org' }, { allowedHosts: ['games.example.org'] }])(
  'a token and a known name are enough: %j',
  (given) => {
    expect(() => refuseUnsafeBind({ ...bare, host: '0.0.0.0', hasAdminToken: true, ...given })).not.toThrow();
  },
);
