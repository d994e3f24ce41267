/** The Reddit definition on listings with the structure of the real ones, with renamed fields, and on every refusal. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHttpUpstream, type HttpUpstream } from '../fixtures/loopback-upstream.ts';
import type { ClipSearchOutcome } from './clip-site.ts';
import { createJsonSite } from './json-site.ts';
import { loginFile, writeLogin } from './login-state.ts';
import { createSavedPages } from './saved-pages.ts';
import { REDDIT_SITE } from './shipped-sites.ts';

let site: HttpUpstream;
let folder: string;
let answer: (response: ServerResponse, request: IncomingMessage) => void;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamekeeper-test-'));
  site = await startHttpUpstream((request, response) => answer(response, request));
});
afterEach(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

const query = {
  text: '(Salah) (Liverpool OR LFC)',
  since: new Date('2026-11-15T12:00:00Z'),
  until: new Date('2026-11-15T13:00:00Z'),
};

function search(): Promise<ClipSearchOutcome> {
  const move = (url: string): string => url.replace('https://www.reddit.com', site.origin);
  const definition = {
    ...REDDIT_SITE,
    searchUrl: move(REDDIT_SITE.searchUrl),
    listings: (REDDIT_SITE.listings ?? []).map(move),
  };
  const allowedPairs = [new URL(site.origin).host];
  const pages = createSavedPages(join(folder, 'pages'), 'clip-pages');
  const options = { definition, allowedPairs, pages, loginFolder: folder };
  return createJsonSite(options).search(query, { signal: new AbortController().signal });
}

/** The fields of a real link that count, among some that do not. */
const link = (id: string, more: object = {}): object => ({
  kind: 't3',
  data: {
    subreddit: 'soccer',
    id,
    name: `t3_${id}`,
    title: "Liverpool [2] - 1 Chelsea - Mohamed Salah 67'",
    author: 'poster',
    permalink: `/r/soccer/comments/${id}/liverpool_2_1_chelsea/`,
    created_utc: 1_794_744_221,
    is_video: false,
    is_self: false,
    over_18: false,
    stickied: false,
    domain: 'streamff.com',
    url: `https://streamff.com/v/${id}`,
    url_overridden_by_dest: `https://streamff.com/v/${id}`,
    secure_media: null,
    media: null,
    link_flair_text: 'Media',
    ...more,
  },
});
const redditVideo = {
  fallback_url: 'https://v.redd.it/abc/DASH_720.mp4?source=fallback',
  duration: 31,
  width: 1280,
  height: 720,
};
const listing = (children: readonly object[]): object => ({
  kind: 'Listing',
  data: { after: null, dist: children.length, modhash: '', children },
});

function answerWith(body: unknown, status = 200, headers: Record<string, string> = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  answer = (response, request) =>
    void response
      .writeHead(status, headers)
      .end(request.url?.includes('/new.json') === true ? JSON.stringify(listing([])) : text);
}

test('videos of Reddit and of the usual hosts are found; other links, stickies, adult and older posts are not', async () => {
  answerWith(
    listing([
      link('aaa', {
        is_video: true,
        secure_media: { reddit_video: redditVideo },
        url: 'https://v.redd.it/abc',
      }),
      link('bbb'),
      link('ccc', {
        url: 'https://news.example/report',
        url_overridden_by_dest: 'https://news.example/report',
      }),
      link('ddd', { over_18: true }),
      link('eee', { stickied: true }),
      link('fff', { created_utc: 1_794_743_999 }),
    ]),
  );
  const found = await search();
  if (found.outcome !== 'ok') throw new Error(found.words);
  expect(found.posts.map(({ postId, videos }) => [postId, videos])).toEqual([
    ['t3_aaa', [{ number: 1, mediaUrl: redditVideo.fallback_url, seconds: 31, width: 1280, height: 720 }]],
    ['t3_bbb', [{ number: 1, mediaUrl: 'https://streamff.com/v/bbb' }]],
    ['t3_ccc', []],
  ]);
  expect(found.posts[0]).toMatchObject({
    pageUrl: 'https://www.reddit.com/r/soccer/comments/aaa/liverpool_2_1_chelsea/',
    author: 'poster',
    postedAt: new Date('2026-11-15T12:03:41.000Z'),
  });
  const asked = new URL(site.heard[0]?.url ?? '', site.origin);
  expect(asked.pathname).toBe('/r/soccer+footballhighlights/search.json');
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    q: query.text,
    restrict_sr: '1',
    sort: 'new',
  });
  expect(site.heard[0]?.headers['user-agent']).toContain('gamekeeper');
});

test('of the newest posts, those count that contain the words of the search', async () => {
  answer = (response, request) =>
    void response.end(
      JSON.stringify(
        request.url?.includes('/new.json') === true
          ? listing([link('new'), link('other', { title: "Everton [1] - 0 Fulham - Beto 3'" })])
          : listing([]),
      ),
    );
  const found = await search();
  expect(found.outcome === 'ok' && found.posts.map(({ postId }) => postId)).toEqual(['t3_new']);
});

test('renamed fields are found by their fallbacks', async () => {
  answerWith(
    listing([
      link('aaa', {
        name: undefined,
        created_utc: undefined,
        created: 1_794_744_221,
        url_overridden_by_dest: undefined,
      }),
      link('bbb', { secure_media: undefined, media: { reddit_video: redditVideo } }),
    ]),
  );
  expect(await search()).toMatchObject({
    outcome: 'ok',
    posts: [
      {
        postId: 'aaa',
        postedAt: new Date('2026-11-15T12:03:41.000Z'),
        videos: [{ mediaUrl: 'https://streamff.com/v/aaa' }],
      },
      { postId: 't3_bbb', videos: [{ mediaUrl: redditVideo.fallback_url }] },
    ],
  });
});

test('an empty listing is an answer', async () => {
  answerWith(listing([]));
  expect(await search()).toEqual({ outcome: 'ok', posts: [], unreadable: 0, words: null });
});

const BLOCKED =
  '<!doctype html><title>Blocked</title><script>token="secret"</script><h1>whoa there, pardner!</h1><p>Your request has been blocked due to a network policy.</p>';

test.each([
  ['changed layout', 200, { kind: 'Feed', items: [] }, 'changed'],
  ['posts of another shape', 200, listing([{ kind: 't9', data: { uid: 4 } }]), 'changed'],
  ['a page in the place of JSON', 200, '<html><body>Reddit</body></html>', 'changed'],
  ['a login wall', 403, { message: 'Forbidden', error: 403, reason: 'private' }, 'loginExpired'],
  ['a block page', 403, BLOCKED, 'captcha'],
  ['a rate limit', 429, { message: 'Too Many Requests', error: 429 }, 'rateLimited'],
  ['an outage', 503, 'busy', 'unreachable'],
])('%s has its own state', async (_, status, body, outcome) => {
  answerWith(body, status);
  expect(await search()).toMatchObject({ outcome });
});

test('a rate limit says how long to wait', async () => {
  answerWith({ error: 429 }, 429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '277' });
  expect(await search()).toEqual({
    outcome: 'rateLimited',
    words: 'it answered 429',
    retryAfterSeconds: 277,
  });
});

test('the last five answers that could not be read are saved, without scripts and for our user only', async () => {
  answerWith(BLOCKED, 403);
  const outcome = await search();
  const [name = ''] = await readdir(join(folder, 'pages/reddit'));
  expect(outcome.words).toContain(`the page is saved as clip-pages/reddit/${name}`);
  expect(await readFile(join(folder, 'pages/reddit', name), 'utf8')).toContain('whoa there');
  expect(await readFile(join(folder, 'pages/reddit', name), 'utf8')).not.toContain('secret');
  expect((await stat(join(folder, 'pages/reddit', name))).mode & 0o077).toBe(0);
  let minute = 0;
  const pages = createSavedPages(
    join(folder, 'pages'),
    'clip-pages',
    () => new Date(2_000_000_000_000 + 60_000 * minute++),
  );
  for (let at = 0; at < 7; at++)
    await pages.save('reddit', 'changed', `<p>${at}</p>${'x'.repeat(2_000_000)}`);
  const names = (await readdir(join(folder, 'pages/reddit'))).toSorted();
  expect(names).toHaveLength(5);
  const last = await readFile(join(folder, 'pages/reddit', names[4] ?? ''), 'utf8');
  expect([last.slice(0, 8), last.length]).toEqual(['<p>6</p>', 1_000_000]);
});

test('a stored login is sent to its own host only, and a new one is used without a restart', async () => {
  answerWith(listing([]));
  const cookie = { path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const;
  const store = (value: string) =>
    writeLogin(loginFile(folder, 'reddit'), {
      cookies: [
        { ...cookie, name: 'reddit_session', value, domain: '127.0.0.1' },
        { ...cookie, name: 'other', value: 'leak', domain: '.example.org' },
        { ...cookie, name: 'old', value: 'x', domain: '127.0.0.1', expires: 5 },
      ],
    });
  await store('first');
  await search();
  await store('second');
  await search();
  expect(site.heard.map(({ headers }) => headers.cookie)).toEqual([
    'reddit_session=first',
    'reddit_session=first',
    'reddit_session=second',
    'reddit_session=second',
  ]);
});
