/** The login of a clip site, from the file that an operator brings to the file that a search reads. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#/config.ts';
import { login } from './login.ts';
import { createOutput } from './output.ts';

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

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gamekeeper-login-'));
  writeFileSync(join(folder, 'sites.json'), JSON.stringify([BROWSER_SITE]));
  writeFileSync(join(folder, 'state.json'), JSON.stringify({ cookies: [{ name: 'session' }], origins: [] }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (options: Record<string, string>) => {
  const said: unknown[] = [];
  const output = createOutput({ write: (line) => said.push(JSON.parse(line)) }, { json: true });
  const environment = { DATA_DIR: join(folder, 'data'), CLIP_SITES_FILE: join(folder, 'sites.json') };
  const config = loadConfig({ environment, directory: folder });
  return { said, code: login({ config, output, options, version: 'test' }) };
};

test('a saved login is kept where searches read it, for the eyes of its owner alone', async () => {
  const { said, code } = run({ site: 'search-page', from: join(folder, 'state.json') });

  expect(await code).toBe(0);
  const file = join(folder, 'data/browser-profile/search-page/login.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ cookies: [{ name: 'session' }], origins: [] });
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(said).toEqual([{ event: 'login-kept', site: 'search-page', cookies: 1, file }]);
});

test.each([
  [{}, 'Both --site and --from are needed'],
  [
    { site: 'other', from: 'state.json' },
    'No site "other" is searched with a browser; there are: search-page',
  ],
  [{ site: 'search-page', from: 'missing.json' }, 'There is no file missing.json'],
])('%j is refused in words', async (options, words) => {
  await expect(run(options).code).rejects.toThrow(words);
});

test('a file that is no login is refused, and nothing is kept', async () => {
  writeFileSync(join(folder, 'state.json'), '{"password":"x"}');

  await expect(run({ site: 'search-page', from: join(folder, 'state.json') }).code).rejects.toThrow(
    'expected JSON with "cookies"',
  );
});
