/** The login of a clip site, from the file that an operator brings to the file that a search reads. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#/config.ts';
import { login } from './login.ts';
import { createOutput } from './output.ts';
import { runCli } from './run-cli.ts';

const BROWSER_SITE = {
  name: 'search-page',
  kind: 'browser',
  searchUrl: 'https://videos.example.org/search?q={query}',
  page: {
    results: 'main',
    post: 'article',
    postId: '@data-id',
    link: 'a@href',
    caption: 'p',
    postedAt: 'time@datetime',
    video: 'video',
  },
};

const COOKIE = {
  name: 'session',
  value: 'secret',
  domain: 'videos.example.org',
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: 'Lax',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gamekeeper-login-'));
  writeFileSync(join(folder, 'sites.json'), JSON.stringify([BROWSER_SITE]));
  writeFileSync(join(folder, 'state.json'), JSON.stringify({ cookies: [COOKIE], origins: [] }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (options: Record<string, string>) => {
  const said: unknown[] = [];
  const output = createOutput({ write: (line) => said.push(JSON.parse(line)) }, { json: true });
  const environment = { DATA_DIR: join(folder, 'data'), CLIP_SITES_FILE: join(folder, 'sites.json') };
  const config = loadConfig({ environment, directory: folder });
  return { said, code: login({ config, output, options, version: 'test' }) };
};

test('a login from a file is stored where searches read it, readable by its owner only', async () => {
  const { said, code } = run({ site: 'search-page', from: join(folder, 'state.json') });

  expect(await code).toBe(0);
  const file = join(folder, 'data/browser-profile/search-page/login.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ cookies: [COOKIE], origins: [] });
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(said).toEqual([{ event: 'login-stored', site: 'search-page', cookies: 1, expiresAt: null, file }]);
});

test('the site is an argument, and cookies.txt of a site that ships is taken', async () => {
  const from = join(folder, 'cookies.txt');
  const line = (name: string) => `.x.com\tTRUE\t/\tTRUE\t4000000000\t${name}\tsecret`;
  writeFileSync(from, `# Netscape HTTP Cookie File\n${line('auth_token')}\n${line('ct0')}\n`);
  const environment = { DATA_DIR: join(folder, 'data'), CLIP_SITES: 'x' };
  const said: string[] = [];
  const streams = {
    out: { write: (text: string) => said.push(text) },
    err: { write: (text: string) => said.push(text) },
  };
  const sources = { environment, directory: folder };

  expect(await runCli(['login', 'x', '--from', from, '--json'], streams, 'test', sources)).toBe(0);
  expect(JSON.parse(said[0] ?? '')).toMatchObject({
    event: 'login-stored',
    site: 'x',
    cookies: 2,
    expiresAt: '2096-10-02T07:06:40.000Z',
  });
  expect(await runCli(['login', 'x', 'y'], streams, 'test', sources)).toBe(2);
  expect(said.at(-1)).toContain("Unexpected argument 'y'");
  expect(await runCli(['doctor', 'x'], streams, 'test', sources)).toBe(2);
});

test.each([
  [{}, 'Which site?'],
  [
    { site: 'other', from: 'state.json' },
    'No site "other" with a login is switched on; there are: search-page',
  ],
  [{ site: 'search-page', from: 'missing.json' }, 'missing.json cannot be read'],
])('%j is refused in words', async (options, words) => {
  await expect(run(options).code).rejects.toThrow(words);
});

test('a file that is no login is refused, and nothing is stored', async () => {
  writeFileSync(join(folder, 'state.json'), '{"password":"x"}');

  await expect(run({ site: 'search-page', from: join(folder, 'state.json') }).code).rejects.toThrow(
    'holds no list of cookies',
  );
  expect(existsSync(join(folder, 'data/browser-profile'))).toBe(false);
});
