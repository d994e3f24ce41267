/**
 * A real browser over pages with the structure of X's search page, beside a server inside that must never be asked. One browser serves most
 * tests, with a new context for each search; what a page may reach is tested in one that is started as the product does.
 */
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { unpackedBrowser } from '../../../test/support/browser.ts';
import { startHttpUpstream, type HttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { type FoundBrowser, unpackBrowser } from '../media/tools.ts';
import { createBrowserSite, type BrowserSiteOptions } from './browser-site.ts';
import type { ClipSearchOutcome } from './clip-site.ts';
import { loginCookie } from './fixtures/login-cookie.ts';
import { needsBrowser, startSharedBrowser, type SharedBrowser } from './fixtures/shared-browser.ts';
import { QUERY, useSite } from './fixtures/site-under-test.ts';
import { loginFile, readLogin, writeLogin, type LoginState } from './login-state.ts';
import { createSavedPages } from './browser-session.ts';
import { X_SITE } from './shipped-sites.ts';
import type { BrowserSiteDefinition } from './site-definition.ts';

const site = useSite();
let inner: HttpUpstream;
let shared: SharedBrowser | null = null;

const packed: FoundBrowser = {
  found: true,
  detail: 'the packed one',
  executable: () => unpackBrowser(unpackedBrowser),
};

beforeAll(async () => {
  shared = await startSharedBrowser();
  inner = await startHttpUpstream(
    (_request, response) =>
      void response.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret'),
  );
});
afterAll(async () => {
  await shared?.stop();
  await inner.stop();
});
beforeEach(async (context) => {
  needsBrowser(context);
  await storeLogin('good');
});
afterEach(() => {
  if (inner.heard.length > 0) throw new Error(`inside was asked: ${JSON.stringify(inner.heard)}`);
});

async function storeLogin(value: string): Promise<void> {
  const cookies = [loginCookie('auth_token', value), loginCookie('ct0', value)];
  await writeLogin(loginFile(site.folder, 'x'), { cookies });
}

function search(
  options: Partial<BrowserSiteOptions> = {},
  changes: Partial<BrowserSiteDefinition> = {},
  signal = new AbortController().signal,
): Promise<ClipSearchOutcome> {
  const clipSite = createBrowserSite({
    definition: {
      ...X_SITE,
      searchUrl: X_SITE.searchUrl.replace('https://x.com', site.origin),
      maxScrolls: 0,
      ...changes,
    },
    browser: packed,
    allowedPairs: [site.pair],
    loginFolder: site.folder,
    pages: createSavedPages(join(site.folder, 'pages'), 'clip-pages'),
    pageMs: 10_000,
    settleMs: 50,
    openSession: shared?.openSession,
    ...options,
  });
  return clipSite.search(QUERY, { signal });
}

/** In a browser of its own, behind the guard, as the product searches. */
const searchAlone: typeof search = (options, ...others) =>
  search({ ...options, openSession: undefined }, ...others);

const id = (at: number): string => `200000000000000${String(at).padStart(3, '0')}`;

/** As the site renders one post, without its styles. Posts show a player with its length; a quoted post has a time and link of its own. */
function tweet(at: number): string {
  return `<div data-testid="cellInnerDiv"><article role="article" data-testid="tweet" tabindex="0" class="css-175oi2r r-18u37iz">
    <div data-testid="Tweet-User-Avatar"><a href="/user${at}" role="link"></a></div>
    <div data-testid="User-Name" class="r-1"><a href="/user${at}" role="link"><span>User ${at}</span></a>
      <a href="/user${at}" role="link" tabindex="-1"><span>@user${at}</span></a><span>·</span>
      <a href="/user${at}/status/${id(at)}" dir="ltr" role="link"><time datetime="2026-11-15T12:${String(at).padStart(2, '0')}:41.000Z">1m</time></a></div>
    <div data-testid="tweetText" lang="en" dir="auto" class="r-2"><span>GOAL! Salah </span><img alt="⚽"><a href="/hashtag/LFC">#LFC</a><span> 2-1</span></div>
    <div data-testid="tweetPhoto"><div data-testid="videoPlayer" class="r-3"><div data-testid="videoComponent">
      <video aria-label="Embedded video" src="blob:https://x.com/1"></video><div><span>0:${20 + at}</span></div></div></div></div>
    <div role="link" tabindex="0"><div data-testid="User-Name"><time datetime="2020-01-01T00:00:00.000Z"></time></div></div>
    <div role="group" aria-label="3 replies"><button data-testid="reply"></button></div></article></div>`;
}

/** The side column reports an error of its own, as it often does while the search works. */
const frame = (
  column: string,
): string => `<!doctype html><html lang="en"><head><title>Search / X</title></head><body><div id="react-root">
  <main role="main"><div data-testid="primaryColumn"><section role="region"><h1>Search timeline</h1>${column}</section></div>
  <div data-testid="sidebarColumn"><span>Something went wrong. Try reloading.</span><button>Retry</button></div></main></div></body></html>`;
const timeline = (...tweets: string[]): string =>
  frame(`<div aria-label="Timeline: Search timeline"><div>${tweets.join('')}</div></div>`);

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const answerWith = (html: string, status = 200, headers: Readonly<Record<string, string>> = {}): void =>
  site.answerWith(html, status, { ...HTML, ...headers });

const FOUND = [1, 2, 3].map((at) => ({
  postId: id(at),
  pageUrl: expect.stringMatching(new RegExp(`/user${at}/status/${id(at)}$`)) as string,
  caption: 'GOAL! Salah #LFC 2-1',
  postedAt: new Date(`2026-11-15T12:0${at}:41.000Z`),
  videos: [{ number: 1, mediaUrl: null, seconds: 20 + at }],
}));

test('posts are read with author, text, time and length of the video', async () => {
  answerWith(timeline(tweet(1), tweet(2), tweet(3)));
  expect(await search()).toEqual({
    outcome: 'ok',
    posts: FOUND.map((post, at) => ({ ...post, author: `@user${at + 1}` })),
    unreadable: 0,
    words: null,
  });
  const asked = new URL(site.heard.at(-1)?.url ?? '', site.origin).searchParams;
  expect(asked.get('q')).toBe(
    '(Salah) (Liverpool OR LFC) filter:videos since_time:1794744000 until_time:1794747600',
  );
  expect(asked.get('f')).toBe('live');
});

test('posts are read without test attributes and with other class names', async () => {
  const renamed = timeline(tweet(1), tweet(2), tweet(3))
    .replaceAll(/ data-testid="[^"]*"/g, '')
    .replaceAll(/ class="[^"]*"/g, ' class="x9"');
  answerWith(renamed);
  expect(await search()).toMatchObject({
    outcome: 'ok',
    posts: FOUND.map(({ postId, caption, postedAt }) => ({
      postId,
      caption,
      postedAt,
      videos: [{ number: 1 }],
    })),
    unreadable: 0,
  });
});

test('a page that no longer matches is a changed layout, and is saved', async () => {
  answerWith(frame('<script>window.session="secret"</script><ul><li>GOAL! Salah</li></ul>'));
  const outcome = await search({ pageMs: 1_000 });
  expect(outcome).toMatchObject({ outcome: 'changed' });
  const [name = ''] = await readdir(join(site.folder, 'pages/x'));
  expect(outcome.words).toContain(`the page is saved as clip-pages/x/${name}`);
  const saved = await readFile(join(site.folder, 'pages/x', name), 'utf8');
  expect(saved).toContain('GOAL! Salah');
  expect(saved).not.toMatch(/secret|auth_token/);
});

test.each([
  ['video', /<div data-testid="tweetPhoto">[\s\S]*?<div role="link"/g, '<div role="link"', 'has a video'],
  ['time', /datetime=/g, 'data-when=', 'has a time'],
  ['text', /<div data-testid="tweetText"[\s\S]*?<\/div>/g, '', 'has a text'],
])('reports a changed layout if all posts lack their %s', async (_, what, by, words) => {
  answerWith(timeline(tweet(1), tweet(2), tweet(3)).replaceAll(what, by));
  expect(await search()).toMatchObject({
    outcome: 'changed',
    words: expect.stringContaining(words) as string,
  });
});

test('an empty result is an answer', async () => {
  answerWith(
    frame(
      '<div data-testid="emptyState"><div data-testid="empty_state_header_text"><span>No results for</span></div></div>',
    ),
  );
  expect(await search()).toEqual({ outcome: 'ok', posts: [], unreadable: 0, words: null });
});

/** The site forwards every search to another of its pages. */
function forwardTo(place: string): void {
  site.handle = (response, { url = '' }) =>
    void (url === place
      ? response.writeHead(200, HTML).end('<main>Happening now</main>')
      : response.writeHead(302, { location: place }).end());
}

test.each([
  ['/i/flow/login?redirect_after_login=%2Fsearch', 'loginExpired', 'gamekeeper login x'],
  // Since the summer of 2026.
  ['/i/jf/onboarding/web?mode=login&redirect_after_login=%2Fsearch', 'loginExpired', 'gamekeeper login x'],
  // A locked account has to be unlocked by a person.
  ['/account/access', 'captcha', 'seen by /account/access'],
])('a redirect to %s has the state %s', async (place, outcome, words) => {
  forwardTo(place);
  expect(await search()).toMatchObject({ outcome, words: expect.stringContaining(words) as string });
});

test('a login form is an expired login; without a login the site is not asked', async () => {
  const words = expect.stringContaining('gamekeeper login x') as string;
  answerWith('<main role="main"><h1>Join today.</h1><input autocomplete="username" name="text"></main>');
  expect(await search()).toEqual({ outcome: 'loginExpired', words });
  await rm(loginFile(site.folder, 'x'));
  const before = site.heard.length;
  expect(await search()).toEqual({ outcome: 'loginExpired', words });
  expect(site.heard).toHaveLength(before);
});

test.each([
  ['a challenge page', '<title>Just a moment...</title><p>Verify you are human</p>', 200, {}, 'captcha'],
  [
    'a captcha frame',
    '<iframe src="about:blank#arkoselabs.com" title="captcha" width="300" height="300"></iframe>',
    200,
    {},
    'captcha',
  ],
  ['a challenge by header', 'no', 403, { 'cf-mitigated': 'challenge' }, 'captcha'],
  [
    'an error in the results',
    frame('<div><span>Something went wrong. Try reloading.</span><button>Retry</button></div>'),
    200,
    {},
    'rateLimited',
  ],
  ['status 429', 'Rate limit exceeded', 429, { 'retry-after': '90' }, 'rateLimited'],
] as const)('%s has its own state', async (_, html, status, headers, outcome) => {
  answerWith(html, status, headers);
  expect(await search()).toMatchObject({ outcome, ...(status === 429 ? { retryAfterSeconds: 90 } : {}) });
});

test('an error in another language is a rate limit when the request for the posts was answered with 429', async () => {
  const asks = `<script>const ask = new XMLHttpRequest(); ask.open('GET', '/i/api/graphql/SearchTimeline', false); ask.send()</script>`;
  const error = frame(`<div><span>Etwas ist schiefgelaufen.</span><button>Erneut</button></div>${asks}`);
  site.handle = (response, { url = '' }) =>
    void (url.startsWith('/i/api/')
      ? response.writeHead(429, { 'x-ratelimit-reset': '600' }).end()
      : response.writeHead(200, HTML).end(error));
  expect(await search({ pageMs: 1_000 })).toMatchObject({ outcome: 'rateLimited', retryAfterSeconds: 600 });
});

test('ignores an error that disappears while the page loads', async () => {
  const error = frame('<div id="column"><span>Something went wrong. Try reloading.</span></div>');
  const tweets = JSON.stringify(tweet(1));
  answerWith(
    `${error}<script>setTimeout(() => { document.getElementById('column').innerHTML = ${tweets}; }, 20)</script>`,
  );
  expect(await search()).toMatchObject({ outcome: 'ok', posts: [{ postId: id(1) }] });
});

/** Five posts at first, five more whenever the end is scrolled to, 17 in all. */
const SCROLLING = `<main role="main"><div data-testid="primaryColumn"></div></main><p data-end hidden>the end</p><script>
  const all = ${JSON.stringify(Array.from({ length: 17 }, (_, at) => tweet(10 + at)))};
  const column = document.querySelector('div');
  const more = () => {
    column.insertAdjacentHTML('beforeend', all.splice(0, 5).join('<div style="height:600px"></div>'));
    if (all.length === 0) document.querySelector('[data-end]').hidden = false;
  };
  more();
  addEventListener('scroll', () => { if (innerHeight + scrollY >= document.documentElement.scrollHeight - 10) more(); });
</script>`;

test('all posts are found by scrolling to the end', async () => {
  answerWith(SCROLLING);
  const found = await search({}, { maxScrolls: 10, page: { ...X_SITE.page, end: '[data-end]' } });
  expect(found.outcome === 'ok' && found.posts.map(({ postId }) => postId)).toEqual(
    Array.from({ length: 17 }, (_, at) => id(10 + at)),
  );
});

test('counts unreadable posts; a page of only such posts is a changed layout', async () => {
  answerWith(timeline(tweet(1), tweet(2).replaceAll('/status/', '/status/x')));
  expect(await search()).toMatchObject({
    outcome: 'ok',
    posts: [{ postId: id(1) }],
    unreadable: 1,
    words: 'a post has no id',
  });
  answerWith(timeline(tweet(2).replaceAll('/status/', '/status/x')));
  expect(await search()).toMatchObject({ outcome: 'changed' });
});

test('a failing site, a broken connection and a missing browser are unreachable', async () => {
  answerWith('busy', 503);
  expect(await search()).toEqual({ outcome: 'unreachable', words: 'it answered 503' });
  site.handle = (response) => void response.destroy();
  expect(await search()).toMatchObject({ outcome: 'unreachable' });
  const missing = { found: false, detail: 'install Chromium' } as const;
  expect(await search({ browser: missing })).toEqual({ outcome: 'unreachable', words: missing.detail });
  const broken = { found: true, detail: '', executable: () => Promise.resolve('/bin/false') } as const;
  expect(await searchAlone({ browser: broken })).toMatchObject({ outcome: 'unreachable' });
});

test('no page reaches a private address', async () => {
  const { port } = new URL(inner.origin);
  const tries = ['127.0.0.1', '127.0.0.2', 'localhost', '[::1]'].map((host) => {
    const address = `http://${host}:${port}`;
    return `<iframe src="${address}/frame"></iframe><script src="${address}/script"></script><link rel="stylesheet" href="${address}/style">
      <img src="${address}/img"><video src="${address}/video" autoplay></video><object data="${address}/object"></object>
      <script>fetch('${address}/fetch').then(() => fetch('/leaked')).catch(() => 0);
        new WebSocket('${address.replace('http', 'ws')}/socket'); navigator.sendBeacon('${address}/beacon');
        new EventSource('${address}/events'); open('${address}/window');</script>`;
  });
  answerWith(`${timeline(tweet(1), tweet(2))}${tries.join('')}`);
  expect(await searchAlone()).toMatchObject({ outcome: 'ok', posts: [{ postId: id(1) }, { postId: id(2) }] });
  expect(site.heard.map(({ url }) => url)).not.toContain('/leaked');
  site.handle = (response) =>
    void response.writeHead(302, { location: `http://localhost:${port}/redirected` }).end();
  expect(await searchAlone()).toMatchObject({
    outcome: 'unreachable',
    words: expect.stringContaining(`localhost:${port} was not asked`) as string,
  });
});

test('an abort ends the search', async () => {
  const ending = new AbortController();
  site.handle = () => ending.abort(new Error('enough'));
  await expect(search({}, {}, ending.signal)).rejects.toThrow('enough');
});

test('cookies that the site renews are kept, but not over a login that was stored during the search', async () => {
  const renew = { ...HTML, 'set-cookie': 'auth_token=from-site; Path=/; Max-Age=3600' };
  const tokenAfter = async () => {
    expect(await search()).toMatchObject({ outcome: 'ok' });
    const login = await readLogin(loginFile(site.folder, 'x'));
    return (login as LoginState).cookies.find(({ name }) => name === 'auth_token')?.value;
  };
  answerWith(timeline(tweet(1)), 200, renew);
  expect(await tokenAfter()).toBe('from-site');
  site.handle = (response) =>
    void storeLogin('renewed by hand').then(() => response.writeHead(200, renew).end(timeline(tweet(1))));
  expect(await tokenAfter()).toBe('renewed by hand');
});
