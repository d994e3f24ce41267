import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  describeExpiry,
  loginExpiry,
  loginFile,
  readLogin,
  readLoginHealth,
  writeLogin,
  type LoginCookie,
} from './login-state.ts';
import { loginCookie } from './fixtures/login-cookie.ts';
import { REDDIT_SITE, X_SITE } from './shipped-sites.ts';

let folder: string;

const cookie = (name: string, expires: number): LoginCookie => loginCookie(name, 'secret', { expires });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('stores a login for our user only and reads it again', async () => {
  const file = loginFile(folder, 'some-site');
  expect(await readLogin(file)).toBeNull();
  const state = { cookies: [cookie('a', -1)], origins: [] };
  await writeLogin(file, { cookies: [] });
  await writeLogin(file, state);
  expect(await readLogin(file)).toEqual(state);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  expect(await readdir(dirname(file))).toEqual(['login.json']);
});

// The last is what an extension writes, and no browser takes.
const EXPORTED =
  '{"cookies": [{"name": "auth_token", "value": "v", "domain": ".x.com", "expirationDate": 5}]}';

test.each(['', 'not json', '{}', '[]', 'null', '{"cookies": "a=b"}', EXPORTED])(
  '%j is no login, and is told',
  async (text) => {
    const file = join(folder, 'login.json');
    await writeFile(file, text);
    expect(await readLogin(file)).toContain(`${file} is not a stored login; import it`);
  },
);

test('a login expires with the first of its cookies', async () => {
  const state = { cookies: [cookie('auth_token', 2_000), cookie('ct0', 1_000), cookie('guest_id', 5)] };
  expect(loginExpiry(state, X_SITE.login)).toEqual(new Date(1_000_000));
  expect(loginExpiry({ cookies: [cookie('auth_token', -1)] }, X_SITE.login)).toBeNull();
  expect(await readLoginHealth(folder, X_SITE)).toEqual({ state: 'missing' });
  expect(await readLoginHealth(folder, REDDIT_SITE)).toEqual({ state: 'not-needed' });
  await writeLogin(loginFile(folder, 'x'), state);
  expect(await readLoginHealth(folder, X_SITE)).toEqual({ state: 'stored', expiresAt: new Date(1_000_000) });
  await writeFile(loginFile(folder, 'x'), 'oops');
  expect(await readLoginHealth(folder, X_SITE)).toMatchObject({ state: 'unusable' });
});

test.each([
  [null, 'its expiry is not known'],
  [new Date('2026-11-21T13:00:00Z'), 'expires in 3 days'],
  [new Date('2026-11-19T11:00:00Z'), 'expires in 23 hours'],
  [new Date('2026-11-18T12:10:00Z'), 'expires in 1 hour'],
  [new Date('2026-11-17T12:00:00Z'), 'expired on 2026-11-17'],
])('%s: %s', (expiresAt, words) => {
  expect(describeExpiry(expiresAt, new Date('2026-11-18T12:00:00Z'))).toBe(words);
});
