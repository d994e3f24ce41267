/** The Reddit definition on listings with the structure of the real ones, with renamed fields, and on every refusal. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClipSearchOutcome } from './clip-site.ts';
import { loginCookie } from './fixtures/login-cookie.ts';
import { QUERY, useSite } from './fixtures/site-under-test.ts';
import { createJsonSite } from './json-site.ts';
import { loginFile, writeLogin } from './login-state.ts';
import { createSavedPages } from './browser-session.ts';
import { REDDIT_SITE } from './shipped-sites.ts';

const site = useSite();

function search(): Promise<ClipSearchOutcome> {
  const move = (url: string): string => url.replace('https://www.reddit.com', site.origin);
  const definition = {
    ...REDDIT_SITE,
    searchUrl: move(REDDIT_SITE.searchUrl),
    listings: (REDDIT_SITE.listings ?? []).map(move),
  };
  const pages = createSavedPages(join(site.folder, 'pages'), 'clip-pages');
  const options = { definition, allowedPairs: [site.pair], pages, loginFolder: site.folder };
  return createJsonSite(options).search(QUERY, { signal: new AbortController().signal });
}

/** The fields of a real link that count, among some that do not. */
const link = (id: string, more: object = {}): object => ({
  kind: 't3',
  data: {
    id,
    name: `t3_${id}`,
    title: "Liverpool [2] - 1 Chelsea - Mohamed Salah 67'",
    author: 'poster',
    permalink: `/r/soccer/comments/${id}/liverpool_2_1_chelsea/`,
    created_utc: 1_794_744_221,
    is_video: false,
    over_18: false,
    stickied: false,
    url: `https://streamff.com/v/${id}`,
    url_overridden_by_dest: `https://streamff.com/v/${id}`,
    secure_media: null,
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

/** The search finds these, and the newest posts are those. */
function answerLists(found: readonly object[], newest: readonly object[] = []): void {
  site.handle = (response, { url = '' }) =>
    void response.end(JSON.stringify(listing(url.includes('/new.json') ? newest : found)));
}

test('videos of Reddit and of the usual hosts are found; other links, stickies, galleries, adult and older posts are not', async () => {
  answerLists([
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
    link('ggg', { is_gallery: true, url_overridden_by_dest: 'https://www.reddit.com/gallery/ggg' }),
  ]);
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
    q: QUERY.text,
    restrict_sr: '1',
    sort: 'new',
  });
  expect(site.heard[0]?.headers['user-agent']).toContain('gamekeeper');
});

test('keeps the newest posts that contain the words of the search', async () => {
  answerLists([], [link('new'), link('other', { title: "Everton [1] - 0 Fulham - Beto 3'" })]);
  const found = await search();
  expect(found.outcome === 'ok' && found.posts.map(({ postId }) => postId)).toEqual(['t3_new']);
});

test('reads renamed fields by their fallbacks', async () => {
  answerLists([
    link('aaa', {
      name: undefined,
      created_utc: undefined,
      created: 1_794_744_221,
      url_overridden_by_dest: undefined,
    }),
    link('bbb', { secure_media: undefined, media: { reddit_video: redditVideo } }),
  ]);
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

const BLOCKED =
  '<!doctype html><title>Blocked</title><script>token="secret"</script><h1>whoa there, pardner!</h1><p>Your request has been blocked due to a network policy.</p>';

/** What Reddit serves to clients without a cookie since 2026, with status 200. */
const CHALLENGE =
  '<!DOCTYPE html><html><head><title>Reddit - Please wait for verification</title></head><body><form hidden method="GET"><input name="js_challenge" value="1"/></form></body></html>';
const CLOUDFLARE = '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head></html>';
const SHREDDIT = '<html><body><shreddit-post post-title="Salah 2-1"></shreddit-post></body></html>';

test.each([
  ['changed layout', 200, { kind: 'Feed', items: [] }, 'changed'],
  ['posts of another shape', 200, listing([{ kind: 't9', data: { uid: 4 } }]), 'changed'],
  ['a partial page in place of JSON', 200, SHREDDIT, 'changed'],
  ['a login wall', 403, { message: 'Forbidden', error: 403, reason: 'private' }, 'loginExpired'],
  ['a login wall with 200', 200, { message: 'Forbidden', error: 403, reason: 'private' }, 'loginExpired'],
  ['a block page', 403, BLOCKED, 'captcha'],
  ['a block page with 200', 200, BLOCKED, 'captcha'],
  ['a challenge with 200', 200, CHALLENGE, 'captcha'],
  ['a challenge with 503', 503, CLOUDFLARE, 'captcha'],
  ['a rate limit with 200', 200, { message: 'Too Many Requests', error: 429 }, 'rateLimited'],
  ['an outage with 200', 200, { message: 'Internal Server Error', error: 500 }, 'unreachable'],
  ['posts about a captcha', 200, listing([link('aaa', { title: 'Just a moment... captcha' })]), 'ok'],
])('%s has its own state', async (_, status, body, outcome) => {
  site.answerWith(body, status);
  expect(await search()).toMatchObject({ outcome });
});

test('a redirect to the login is an expired login, and one to another place a changed layout', async () => {
  site.answerWith('', 302, { location: 'https://www.reddit.com/login/?dest=%2Fr%2Fsoccer' });
  expect(await search()).toMatchObject({
    outcome: 'loginExpired',
    words: expect.stringContaining('gamekeeper login reddit') as string,
  });
  site.answerWith('', 302, { location: '/subreddits/search' });
  expect(await search()).toMatchObject({ outcome: 'changed' });
});

test('a rate limit reports the wait', async () => {
  site.answerWith({ error: 429 }, 429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '277' });
  expect(await search()).toMatchObject({ outcome: 'rateLimited', retryAfterSeconds: 277 });
});

test('saves the last five unreadable answers, without scripts and for our user only', async () => {
  site.answerWith(BLOCKED, 403);
  const outcome = await search();
  const [name = ''] = await readdir(join(site.folder, 'pages/reddit'));
  // Most networks are let in with a login.
  expect(outcome.words).toContain(
    `run: gamekeeper login reddit; the page is saved as clip-pages/reddit/${name}`,
  );
  expect(await readFile(join(site.folder, 'pages/reddit', name), 'utf8')).toContain('whoa there');
  expect(await readFile(join(site.folder, 'pages/reddit', name), 'utf8')).not.toContain('secret');
  expect((await stat(join(site.folder, 'pages/reddit', name))).mode & 0o077).toBe(0);
  let minute = 0;
  const pages = createSavedPages(
    join(site.folder, 'pages'),
    'clip-pages',
    () => new Date(2_000_000_000_000 + 60_000 * minute++),
  );
  for (let at = 0; at < 7; at++)
    await pages.save('reddit', 'changed', `<p>${at}</p>${'x'.repeat(2_000_000)}`);
  const names = (await readdir(join(site.folder, 'pages/reddit'))).toSorted();
  expect(names).toHaveLength(5);
  const last = await readFile(join(site.folder, 'pages/reddit', names[4] ?? ''), 'utf8');
  expect([last.slice(0, 8), last.length]).toEqual(['<p>6</p>', 1_000_000]);
});

test('sends a stored login to its own host only, and uses a new one without a restart', async () => {
  answerLists([]);
  const store = (value: string) =>
    writeLogin(loginFile(site.folder, 'reddit'), {
      cookies: [
        loginCookie('reddit_session', value),
        loginCookie('other', 'leak', { domain: '.example.org' }),
        loginCookie('old', 'x', { expires: 5 }),
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
