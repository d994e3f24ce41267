/** The definitions of X and Reddit over the clip site of the practice world, compared with what that knows of itself. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BEGIN, startFootball } from '../../practice/football/world-for-tests.ts';
import { createBrowserSite } from '../football/sites/browser-site.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite } from '../football/sites/clip-site.ts';
import { loginCookie } from '../football/sites/fixtures/login-cookie.ts';
import { needsBrowser, startSharedBrowser } from '../football/sites/fixtures/shared-browser.ts';
import { createJsonSite } from '../football/sites/json-site.ts';
import { loginFile, writeLogin } from '../football/sites/login-state.ts';
import { practiceRedditSite, practiceXSite, withPracticeLogin } from './practice-sites.ts';
import { practiceJsonSite } from '../../test/support/clip-work.ts';

const window = { since: new Date(BEGIN - 12 * 3_600_000), until: new Date(BEGIN) };
const { signal } = new AbortController();

/** Words of a goal that is posted often. */
async function aQuery(json: ClipSite): Promise<ClipQuery> {
  const answer = await json.search({ text: 'goal', ...window }, { signal });
  if (answer.outcome !== 'ok') throw new Error(answer.words);
  const names = answer.posts.flatMap(({ caption }) => caption.match(/\b[A-Z][a-z]{4,}\b/g) ?? []);
  const counts = Map.groupBy(names, (name) => name);
  const [name = ''] = [...counts].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  return { text: `(${name})`, ...window };
}

test('the definitions of X and Reddit find all posts between them, also with renamed fields', async (context) => {
  needsBrowser(context);
  const shared = await startSharedBrowser();
  const football = await startFootball();
  const loginFolder = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  onTestFinished(async () => {
    await shared?.stop();
    await football.running.stop();
    await rm(loginFolder, { recursive: true, force: true });
  });
  const { clipSiteUrl } = football.running;
  const allowedPairs = [new URL(football.running.url).host];
  const json = createJsonSite({ definition: practiceJsonSite(clipSiteUrl), allowedPairs });
  const setMood = (mood: string) =>
    football.sideDoor('PUT', '/clips/faults', { mood, deadShare: 0, hlsShare: 0 });
  const query = await aQuery(json);
  const search = (site: ClipSite) => site.search(query, { signal });
  const ids = ({ outcome, ...found }: ClipSearchOutcome): string[] =>
    'posts' in found ? found.posts.map(({ postId }) => postId.replace('t3_', '')).toSorted() : [outcome];
  const reddit = createJsonSite({ definition: practiceRedditSite(clipSiteUrl), allowedPairs });
  const x = createBrowserSite({
    definition: practiceXSite(clipSiteUrl),
    browser: { found: true, detail: '', executable: () => Promise.resolve('') },
    allowedPairs,
    loginFolder,
    pageMs: 8_000,
    scrollMs: 100,
    openSession: shared?.openSession,
  });
  const operated = withPracticeLogin(x, clipSiteUrl, loginFolder);
  await setMood('calm');
  await writeLogin(loginFile(loginFolder, 'practice-x'), { cookies: [loginCookie('auth_token', 'old')] });
  expect(ids(await search(operated))).toEqual(['loginExpired']);
  const fromX = await search(operated);
  const fromReddit = await search(reddit);
  expect([...new Set([...ids(fromX), ...ids(fromReddit)])].toSorted()).toEqual(ids(await search(json)));
  expect(fromX).toMatchObject({
    posts: expect.arrayContaining([
      expect.objectContaining({
        videos: [expect.objectContaining({ mediaUrl: null, seconds: expect.any(Number) })],
      }),
    ]) as unknown,
  });
  for (const [site, found] of [
    [reddit, fromReddit],
    [x, fromX],
  ] as const)
    for (const [mood, outcome] of [
      ['limited', ['rateLimited']],
      ['renamed', ids(found)],
    ] as const) {
      await setMood(mood);
      expect([mood, ...ids(await search(site))]).toEqual([mood, ...outcome]);
    }
});
