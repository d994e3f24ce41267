/** Search and download over the clip site of the practice world, compared with what that knows of itself. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BEGIN, startFootball } from '../../../practice/football/world-for-tests.ts';
import { createBrowserSite } from '../clip-sites/browser-site.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite } from '../clip-sites/clip-site.ts';
import { needsBrowser, startSharedBrowser } from '../clip-sites/fixtures/shared-browser.ts';
import { loginCookie } from '../clip-sites/fixtures/login-cookie.ts';
import { createJsonSite } from '../clip-sites/json-site.ts';
import { loginFile, writeLogin } from '../clip-sites/login-state.ts';
import {
  practiceJsonSite,
  practiceRedditSite,
  practiceXSite,
  withPracticeLogin,
} from '../clip-sites/practice-site.ts';
import { toolsOfThisMachine } from '../media/fixtures/found-tools.ts';
import { createClipDownload } from './download-clip.ts';

interface TrueVideo {
  readonly path: string;
  readonly fate: string;
  readonly seconds: number;
}

/** Of this test alone: the same recipes give the same videos, so they are made once per clone. */
const CLIPS = join(import.meta.dirname, '../../../node_modules/.cache/gamekeeper-practice-clips');

let football: Awaited<ReturnType<typeof startFootball>>;
let directory: string;
let json: ClipSite;
let allowedPairs: string[];

beforeAll(async () => {
  const { ffmpeg } = await toolsOfThisMachine('packages');
  if (!ffmpeg.found) throw new Error(ffmpeg.detail);
  directory = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  football = await startFootball({ ffmpeg: ffmpeg.path, clipFolder: CLIPS });
  allowedPairs = [new URL(football.running.url).host];
  json = createJsonSite({ definition: practiceJsonSite(football.running.clipSiteUrl), allowedPairs });
});
afterAll(async () => {
  await football.running.stop();
  await rm(directory, { recursive: true, force: true });
});

const window = { since: new Date(BEGIN - 12 * 3_600_000), until: new Date(BEGIN) };
const { signal } = new AbortController();

async function trueVideos(): Promise<TrueVideo[]> {
  const truth = await football.sideDoor('GET', '/football/truth?day=2026-11-15');
  const { matches } = truth as { matches: { fixture: number }[] };
  const found: TrueVideo[] = [];
  for (const { fixture } of matches.slice(0, 40)) {
    const answer = await football.sideDoor('GET', `/clips/truth?fixture=${fixture}`);
    found.push(...(answer as { posts: { videos: TrueVideo[] }[] }).posts.flatMap(({ videos }) => videos));
  }
  return found;
}

/** Words of a goal that is posted often. */
async function aQuery(): Promise<ClipQuery> {
  const answer = await json.search({ text: 'goal', ...window }, { signal });
  if (answer.outcome !== 'ok') throw new Error(answer.words);
  const names = answer.posts.flatMap(({ caption }) => caption.match(/\b[A-Z][a-z]{4,}\b/g) ?? []);
  const counts = Map.groupBy(names, (name) => name);
  const [name = ''] = [...counts].toSorted((a, b) => b[1].length - a[1].length)[0] ?? [];
  return { text: `(${name})`, ...window };
}

test('videos are downloaded, whole or in pieces, and dead ones have the reason of their fate', async () => {
  await football.sideDoor('PUT', '/clips/faults', { deadShare: 0.5, hlsShare: 0.5 });
  const { cage } = await toolsOfThisMachine();
  const tools = { ...(await toolsOfThisMachine('packages')), cage };
  const downloadClip = createClipDownload({ tools, allowedPairs, hosts: null, maxMs: 120_000 });
  const videos = await trueVideos();
  const download = (video: TrueVideo | undefined) => {
    const mediaUrl = `${football.running.url}${video?.path ?? ''}`;
    return downloadClip({ pageUrl: null, mediaUrl }, { directory, signal });
  };
  for (const [fate, reason] of [
    ['gone', 'gone'],
    ['deleted', 'gone'],
    ['forbidden', 'forbidden'],
    ['geo', 'geo-blocked'],
    ['login', 'login-needed'],
  ]) {
    const dead = videos.find((video) => video.fate === fate);
    expect([fate, await download(dead)]).toMatchObject([fate, { outcome: 'failed', reason }]);
  }
  for (const ending of ['.mp4', '.m3u8']) {
    const good = videos.find(({ fate, path }) => fate === 'good' && path.endsWith(ending));
    // Within 0.28 s.
    const seconds = expect.closeTo(good?.seconds ?? 0, 0.25) as number;
    expect(await download(good)).toMatchObject({ outcome: 'ok', probe: { seconds } });
  }
});

test('the definitions of X and Reddit find all posts between them, also with renamed fields', async (context) => {
  needsBrowser(context);
  const shared = await startSharedBrowser();
  const { clipSiteUrl } = football.running;
  const loginFolder = join(directory, 'logins');
  const setMood = (mood: string) =>
    football.sideDoor('PUT', '/clips/faults', { mood, deadShare: 0, hlsShare: 0 });
  const query = await aQuery();
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
  await shared?.stop();
});
