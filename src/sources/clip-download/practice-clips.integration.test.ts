/** Searches of the practice world's clip sites: every way to ask finds the same posts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BEGIN, startFootball } from '../../../practice/football/world-for-tests.ts';
import { unpackedBrowser } from '../../../test/support/browser.ts';
import { createBrowserSite } from '../clip-sites/browser-site.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite } from '../clip-sites/clip-site.ts';
import { needsBrowser } from '../clip-sites/fixtures/shared-browser.ts';
import { createJsonSite } from '../clip-sites/json-site.ts';
import { loginFile, writeLogin, type LoginState } from '../clip-sites/login-state.ts';
import {
  practiceBrowserSite,
  practiceJsonSite,
  practiceRedditSite,
  practiceXSite,
  withPracticeLogin,
} from '../clip-sites/practice-site.ts';
import { unpackBrowser } from '../media/packed-browser.ts';

let football: Awaited<ReturnType<typeof startFootball>>;
let directory: string;
let json: ClipSite;
let page: ClipSite;
let allowedPairs: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  football = await startFootball({ clipFolder: join(directory, 'clips') });
  const { clipSiteUrl, url } = football.running;
  allowedPairs = [new URL(url).host];
  json = createJsonSite({ definition: { ...practiceJsonSite(clipSiteUrl), maxPages: 20 }, allowedPairs });
  page = createBrowserSite({
    definition: { ...practiceBrowserSite(clipSiteUrl), maxScrolls: 50 },
    browser: { found: true, detail: '', executable: () => unpackBrowser(unpackedBrowser) },
    allowedPairs,
    loginFolder: join(directory, 'logins'),
    pageMs: 8_000,
  });
});
afterAll(async () => {
  await football.running.stop();
  await rm(directory, { recursive: true, force: true });
});

const window = { since: new Date(BEGIN - 12 * 3_600_000), until: new Date(BEGIN) };
const { signal } = new AbortController();

/** A name that many posts contain. */
async function aQuery(): Promise<ClipQuery> {
  const answer = await json.search({ text: 'goal', ...window }, { signal });
  if (answer.outcome !== 'ok') throw new Error(answer.words);
  const names = answer.posts.flatMap(({ caption }) => caption.match(/\b[A-Z][a-z]{4,}\b/g) ?? []);
  const counts = Map.groupBy(names, (name) => name);
  const [name = ''] = [...counts].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  return { text: `(${name})`, ...window };
}

test('the page and the JSON of a site tell the same posts', async (context) => {
  needsBrowser(context);
  const query = await aQuery();
  const [byJson, byPage] = [await json.search(query, { signal }), await page.search(query, { signal })];
  expect(byJson).toMatchObject({ outcome: 'ok', unreadable: 0 });
  expect(byJson.outcome === 'ok' && byJson.posts.length).toBeGreaterThan(5);
  expect(byPage).toEqual(byJson);
});

test('the definitions of X and Reddit find all posts between them, and tell apart how the sites refuse', async (context) => {
  const { clipSiteUrl } = football.running;
  const loginFolder = join(directory, 'logins');
  const setMood = (mood: string) =>
    football.sideDoor('PUT', '/clips/faults', { mood, deadShare: 0, hlsShare: 0 });
  const query = await aQuery();
  const ids = ({ outcome, ...found }: ClipSearchOutcome): string[] =>
    'posts' in found ? found.posts.map(({ postId }) => postId.replace('t3_', '')).toSorted() : [outcome];
  await setMood('calm');
  const reddit = createJsonSite({ definition: practiceRedditSite(clipSiteUrl), allowedPairs });
  const search = (site: ClipSite) => site.search(query, { signal });
  const fromReddit = await search(reddit);
  const all = ids(await search(json));
  for (const [mood, outcome] of [
    ['renamed', ids(fromReddit)],
    ['changed', ['changed']],
    ['captcha', ['captcha']],
    ['limited', ['rateLimited']],
  ] as const) {
    await setMood(mood);
    expect([mood, ...ids(await search(reddit))]).toEqual([mood, ...outcome]);
  }
  await setMood('calm');
  needsBrowser(context);
  const x = createBrowserSite({
    definition: practiceXSite(clipSiteUrl),
    browser: { found: true, detail: '', executable: () => unpackBrowser(unpackedBrowser) },
    allowedPairs,
    loginFolder,
    pageMs: 8_000,
    scrollMs: 100,
  });
  const operated = withPracticeLogin(x, clipSiteUrl, loginFolder);
  const stale = {
    cookies: [
      {
        name: 'auth_token',
        value: 'old',
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax',
      },
    ],
  };
  await writeLogin(loginFile(loginFolder, 'practice-x'), stale as LoginState);
  expect(ids(await search(operated))).toEqual(['loginExpired']);
  const fromX = await search(operated);
  expect([...new Set([...ids(fromX), ...ids(fromReddit)])].toSorted()).toEqual(all);
  if (fromX.outcome !== 'ok') throw new Error(fromX.words);
  const [post] = fromX.posts;
  expect(post?.videos[0]).toMatchObject({ mediaUrl: null, seconds: expect.any(Number) as number });
});
