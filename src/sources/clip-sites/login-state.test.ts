import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loginFile, readLogin, writeLogin } from './login-state.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a login that was kept is read again, and is for our eyes only', async () => {
  const file = loginFile(folder, 'some-site');
  expect(await readLogin(file)).toBeNull();
  const state = { cookies: [{ name: 'a', value: 'b' }], origins: [] };
  await writeLogin(file, { cookies: [] });
  await writeLogin(file, state);
  expect(await readLogin(file)).toEqual(state);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  expect(await readdir(dirname(file))).toEqual(['login.json']);
});

test.each(['', 'not json', '{}', '[]', 'null', '{"cookies": "a=b"}'])(
  '%j is no login, and is told',
  async (text) => {
    const file = join(folder, 'login.json');
    await writeFile(file, text);
    expect(await readLogin(file)).toBe(`${file} is not the kept login of a browser`);
  },
);
